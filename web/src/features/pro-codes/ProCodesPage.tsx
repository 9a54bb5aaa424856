import { Button } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { type ProCode, proCodeStates } from '@vigilux/contract/features/pro-codes/pro-code.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { type Formats, useFormats } from '../../shared/format/format.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import type { Column } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { CreateCodes, type NewCodes } from './CreateCodes.tsx'
import { NewCodesDialog } from './NewCodesDialog.tsx'
import * as styles from './pro-codes.module.css'
import { RevokeDialog } from './RevokeDialog.tsx'

type Question = ActionInput<'getAllTokens'>
type Texts = ReturnType<typeof useTranslation<'pro-codes'>>['t']

/** Refetch interval of the open list: only the author of a code gets an event of its use, colleagues do not. */
const refetchMs = 30_000
const exportPageRows = 100
/** Columns of the table with the server's sort keys. */
const sortOf = { code: 'last4', months: 'months', made: 'made', reference: 'reference', usedAt: 'used' } as const
const newestFirst = { column: 'made', descending: true }

/** The query from the address; invalid parts are dropped. */
function useQuestion(): Question {
  const [{ search, chip, sort }] = useTableState('', newestFirst)
  const state = proCodeStates.find((name) => name === chip)
  const sortKey = Object.entries(sortOf).find(([column]) => column === sort?.column)?.[1]
  return {
    ...(search ? { search: search.slice(0, 80) } : {}),
    ...(state ? { state } : {}),
    ...(sortKey ? { sort: sortKey, direction: sort?.descending ? 'desc' : 'asc' } : {}),
  }
}

const allCodes = (question: Question) =>
  allPages(async (page) => {
    const { tokens: rows, total } = await call('getAllTokens', { ...question, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** The office's codes: created, shown once, listed by their last four digits, revoked. */
export function ProCodesPage() {
  const { t } = useTranslation('pro-codes')
  const question = useQuestion()
  const [{ page }] = useTableState()
  const [newCodes, setNewCodes] = useState<NewCodes>()
  const [revoking, setRevoking] = useState<ProCode>()
  return (
    <>
      <PageHeader title={t('office.title')} facts={<span>{t('office.only')}</span>} />
      <div className={styles.officeCodes}>
        <div className={styles.officeLeft}>
          <CreateCodes held={newCodes !== undefined} onMade={setNewCodes} />
          {newCodes ? <NewCodesDialog made={newCodes} onClose={() => setNewCodes(undefined)} /> : null}
        </div>
        <div>
          <AnswerBoundary>
            <CodeTable question={question} page={page} revoke={setRevoking} />
          </AnswerBoundary>
          <p className={`vx-quiet ${styles.codesFoot}`}>{t('list.foot')}</p>
        </div>
      </div>
      {revoking ? <RevokeDialog code={revoking} onDone={() => setRevoking(undefined)} /> : null}
    </>
  )
}

type TableProps = { question: Question; page: number; revoke: (code: ProCode) => void }

function CodeTable({ question, page, revoke }: TableProps) {
  const { tokens, states, total } = useAnswer(
    'getAllTokens',
    { ...question, page },
    { refetchInterval: refetchMs, placeholderData: keepPreviousData },
  )
  const { t } = useTranslation('pro-codes')
  const formats = useFormats(browserTimeZone)
  return (
    <DataTable
      name="pro-codes"
      label={t('office.title')}
      rows={tokens}
      columns={codeColumns(t, formats, revoke)}
      rowKey={({ id }) => id}
      twoLines
      defaultSort={newestFirst}
      searchPlaceholder={t('list.search')}
      chips={proCodeStates.map((name) => ({
        id: name,
        label: t(`state.${name}`),
        fits: ({ state }: ProCode) => state === name,
        count: states[name],
      }))}
      listLine={(code) => ({
        title: <span className={styles.code}>•••• {code.last4}</span>,
        detail: [code.reference, usageOf(code)].filter(Boolean).join(' · '),
        value: t(`state.${code.state}`),
        more: <RevokeButton code={code} revoke={revoke} />,
      })}
      remote={{
        total,
        all: Object.values(states).reduce((sum, n) => sum + n, 0),
        exportRows: () => allCodes(question),
      }}
      empty={
        <div className="vx-card">
          <EmptyState icon={IconTicket} title={t('list.emptyTitle')}>
            {t('list.emptyText')}
          </EmptyState>
        </div>
      }
    />
  )
}

/** The plant which used the code, or the reason of its revocation. */
const usageOf = ({ plant, reason }: ProCode): string => plant?.plantname ?? reason ?? ''

/** Person and date of use. */
const redeemedBy = (code: ProCode, { date }: Formats): string => {
  const at = code.usedAt ?? code.revokedAt
  return at ? [date(at), code.usedBy ?? code.revokedBy].filter(Boolean).join(', ') : ''
}

function codeColumns(t: Texts, formats: Formats, revoke: (code: ProCode) => void): Column<ProCode>[] {
  const stateOf = ({ state }: ProCode) => t(`state.${state}`)
  return [
    {
      id: 'code',
      header: t('word.code'),
      value: ({ last4 }) => last4,
      cell: ({ last4 }) => <b className={styles.code}>•••• {last4}</b>,
    },
    {
      id: 'months',
      header: t('list.months'),
      align: 'right',
      value: ({ months }) => months,
      cell: ({ months }) => months,
    },
    {
      id: 'made',
      header: t('list.made'),
      value: ({ madeAt }) => madeAt,
      cell: ({ madeAt }) => formats.date(madeAt),
    },
    {
      id: 'reference',
      header: t('make.reference'),
      value: ({ reference }) => reference,
      cell: ({ reference }) => reference || '–',
    },
    { id: 'state', header: t('list.state'), value: stateOf, sortable: false, cell: stateOf },
    {
      id: 'usage',
      header: t('list.usage'),
      value: usageOf,
      sortable: false,
      cell: (code) => <TwoLines first={usageOf(code) || '–'} second={redeemedBy(code, formats)} />,
    },
    {
      id: 'usedAt',
      header: t('list.usedAt'),
      optional: true,
      value: ({ usedAt }) => usedAt,
      cell: ({ usedAt }) => (usedAt ? formats.date(usedAt) : '–'),
    },
    {
      id: 'revoke',
      header: t('word.action'),
      cell: (code) => <RevokeButton code={code} revoke={revoke} />,
    },
  ]
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <span className={tableStyles.twoLines}>
      <span className={tableStyles.plain}>{first}</span>
      <span>{second}</span>
    </span>
  )
}

function RevokeButton({ code, revoke }: { code: ProCode; revoke: (code: ProCode) => void }) {
  const { t } = useTranslation('pro-codes')
  if (code.state !== 'free') return null
  return (
    <Button
      size="xs"
      variant="subtle"
      aria-label={t('revoke.named', { last4: code.last4 })}
      onClick={() => revoke(code)}
    >
      {t('revoke.button')}
    </Button>
  )
}
