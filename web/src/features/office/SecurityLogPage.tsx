import { IconShieldCheck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { operatorAddress, type SecurityEvent } from '@vigilux/contract/features/audit/audit.actions.ts'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { auditTexts } from '../../shared/i18n/i18n.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { type Column, pageSize } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { type SecurityTexts, securityEventText, securityKinds, securityStateOf } from './security-texts.ts'

type Question = Pick<ActionInput<'getSecurityEvents'>, 'search' | 'kind'>

const exportPageRows = 1000
const allEvents = (question: Question) =>
  allPages(async (page) => {
    const { events: rows, total } = await call('getSecurityEvents', { ...question, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** Refusals on the whole platform, and changes of office accounts, for the national office. */
export function SecurityLogPage() {
  const { t } = useTranslation('accounts')
  const [{ page, search, chip }] = useTableState()
  const kind = securityKinds.find((name) => name === chip)
  const question: Question = { search: search.slice(0, 80), ...(kind ? { kind } : {}) }
  return (
    <>
      <PageHeader title={t('security.title')} facts={<span>{t('security.only')}</span>} />
      <AnswerBoundary>
        <Events question={question} page={page} />
      </AnswerBoundary>
    </>
  )
}

function Events({ question, page }: { question: Question; page: number }) {
  const { t } = useTranslation('accounts')
  const { dateTime, number } = useFormats(browserTimeZone)
  const { events, total, notSince } = useAnswer(
    'getSecurityEvents',
    { ...question, page, pageSize },
    { placeholderData: keepPreviousData },
  )
  return (
    <>
      {notSince ? <p className="vx-hint">{t('word.olderLines', { time: dateTime(notSince) })}</p> : null}
      <DataTable
        name="security-log"
        label={t('security.title')}
        rows={events}
        columns={columnsOf(t, number)}
        rowKey={(one) => [one.at, one.kind, one.userid, one.address, one.action].join(' ')}
        searchPlaceholder={t('security.search')}
        chips={securityKinds.map((name) => ({
          id: name,
          label: t(`security.kinds.${name}`),
          fits: (one: SecurityEvent) => one.kind === name,
        }))}
        twoLines
        listLine={(event) => ({
          title: `${securityEventText(t, event.kind)} (${number(event.count)})`,
          detail: [event.name ?? t('security.nobody'), addressText(t, event), actionText(event), event.plantname]
            .filter(Boolean)
            .join(' · '),
          value: dateTime(event.at),
        })}
        remote={{ total, exportRows: () => allEvents(question) }}
        empty={
          <div className="vx-card">
            <EmptyState icon={IconShieldCheck} title={t('security.emptyTitle')}>
              {t('security.emptyText')}
            </EmptyState>
          </div>
        }
      />
    </>
  )
}

/** A tried write in the words of the audit; a read keeps its name of the interface. */
const actionText = ({ action }: SecurityEvent): string =>
  auditTexts('accountWords')[action] ?? auditTexts('actionWords')[action] ?? action

function addressText(t: SecurityTexts, { address }: SecurityEvent): string {
  return address === operatorAddress ? t('security.operator') : address
}

function columnsOf(t: SecurityTexts, number: (value: number) => string): Column<SecurityEvent>[] {
  const plainColumn = (id: string, header: string, value: (one: SecurityEvent) => string) => ({
    id,
    header,
    value,
    cell: value,
    sortable: false as const,
  })
  return [
    {
      id: 'at',
      header: t('word.time'),
      width: 190,
      sortable: false,
      value: ({ at }) => at,
      cell: ({ at }) => <TimeText at={at} timeZone={browserTimeZone} />,
    },
    {
      ...plainColumn('kind', t('security.kind'), ({ kind }) => securityEventText(t, kind)),
      cell: ({ kind }) => <StatusInline state={securityStateOf(kind)} cause={securityEventText(t, kind)} />,
    },
    plainColumn('name', t('word.person'), ({ name }) => name ?? t('security.nobody')),
    {
      ...plainColumn('action', t('security.action'), (event) => actionText(event)),
      cell: (event) => (
        <span className={tableStyles.twoLines} title={event.action}>
          <span className={tableStyles.plain}>{actionText(event)}</span>
          <span>{event.plantname}</span>
        </span>
      ),
    },
    // In the export, each fact has a column of its own.
    { ...plainColumn('plant', t('word.plant'), ({ plantname }) => plantname ?? ''), optional: true },
    plainColumn('address', t('security.address'), (event) => addressText(t, event)),
    { ...plainColumn('count', t('security.count'), ({ count }) => number(count)), align: 'right' },
  ]
}
