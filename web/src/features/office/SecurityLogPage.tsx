import { IconShieldCheck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { SecurityEvent } from '@vigilux/contract/features/audit/audit.actions.ts'
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
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { lazy } from '../../shared/lazy.tsx'
import { useOpenDetail } from '../../shared/open-detail.ts'
import { openRow } from '../../shared/open-row.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { type Column, pageSize } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import {
  type SecurityTexts,
  securityActionText,
  securityAddressText,
  securityEventText,
  securityKinds,
  securityStateOf,
} from './security-texts.ts'

const SecurityPanel = lazy(async () => (await import('./SecurityPanel.tsx')).SecurityPanel)

const keyOf = ({ at, kind, userid, address, action }: SecurityEvent): string =>
  [at, kind, userid, address, action].join(' ')

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
  const detail = useOpenDetail('event')
  const { row: open, steps } = openRow(events, keyOf, detail)
  return (
    <WithPanel panel={open ? <SecurityPanel key={detail.key} event={open} {...steps} /> : null}>
      {notSince ? <p className="vx-hint">{t('word.olderLines', { time: dateTime(notSince) })}</p> : null}
      <DataTable
        name="security-log"
        label={t('security.title')}
        rows={events}
        columns={columnsOf(t, number)}
        rowKey={keyOf}
        onOpen={(event) => detail.open(keyOf(event))}
        openKey={detail.key}
        searchPlaceholder={t('security.search')}
        chips={securityKinds.map((name) => ({
          id: name,
          label: t(`security.kinds.${name}`),
          fits: (one: SecurityEvent) => one.kind === name,
        }))}
        twoLines
        listLine={(event) => ({
          title: `${securityEventText(t, event.kind)} (${number(event.count)})`,
          detail: [
            event.name ?? t('security.nobody'),
            event.company,
            securityAddressText(t, event),
            securityActionText(t, event),
            event.plantname,
          ]
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
    </WithPanel>
  )
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
    {
      ...plainColumn('name', t('word.person'), ({ name }) => name ?? t('security.nobody')),
      cell: ({ name, company }) => <TwoLines first={name ?? t('security.nobody')} second={company} />,
    },
    { ...plainColumn('company', t('security.company'), ({ company }) => company ?? ''), hidden: true },
    {
      ...plainColumn('action', t('security.action'), (event) => securityActionText(t, event)),
      cell: (event) => <TwoLines first={securityActionText(t, event)} second={event.plantname} />,
    },
    // In the export, each fact has a column of its own.
    { ...plainColumn('plant', t('word.plant'), ({ plantname }) => plantname ?? ''), optional: true },
    plainColumn('address', t('security.address'), (event) => securityAddressText(t, event)),
    { ...plainColumn('count', t('security.count'), ({ count }) => number(count)), align: 'right' },
  ]
}

function TwoLines({ first, second }: { first: string; second: string | null }) {
  return (
    <span className={tableStyles.twoLines}>
      <span className={tableStyles.plain}>{first}</span>
      <span>{second}</span>
    </span>
  )
}
