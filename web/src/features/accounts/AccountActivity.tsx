import { keepPreviousData } from '@tanstack/react-query'
import type { AuditEntry } from '@vigilux/contract/features/audit/audit.actions.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { auditTexts } from '../../shared/i18n/i18n.ts'
import { AuditResult } from '../../shared/status/AuditResult.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { useTableState } from '../../shared/table/table-state.ts'
import * as styles from './accounts.module.css'

type Page = ActionOutput<'getOwnAudit'>

const allEntries = (read: (page: number) => Promise<Page>) =>
  allPages(async (page) => {
    const { entries: rows, total } = await read(page)
    return { rows, total }
  })

/** Activity of the own account, newest first. */
export function OwnActivity() {
  const [{ page }] = useTableState()
  return (
    <Activity>
      <OwnEntries page={page} />
    </Activity>
  )
}

/** The same for another account; national office only. */
export function UserActivity({ userId }: { userId: string }) {
  const [{ page }] = useTableState()
  return (
    <Activity>
      <EntriesOf userId={userId} page={page} />
    </Activity>
  )
}

function Activity({ children }: { children: ReactNode }) {
  const { t } = useTranslation('accounts')
  return (
    <section className={styles.activity}>
      <p>{t('profile.activityText')}</p>
      <AnswerBoundary>{children}</AnswerBoundary>
    </section>
  )
}

function OwnEntries({ page }: { page: number }) {
  const found = useAnswer('getOwnAudit', { page }, { placeholderData: keepPreviousData })
  return <Entries found={found} exportRows={() => allEntries((at) => call('getOwnAudit', { page: at }))} />
}

function EntriesOf({ userId, page }: { userId: string; page: number }) {
  const found = useAnswer('getUserAudit', { userId, page }, { placeholderData: keepPreviousData })
  return <Entries found={found} exportRows={() => allEntries((at) => call('getUserAudit', { userId, page: at }))} />
}

type EntriesProps = { found: Page; exportRows: () => Promise<readonly AuditEntry[]> }

function Entries({ found: { entries, total }, exportRows }: EntriesProps) {
  const { t } = useTranslation('accounts')
  const { t: tPlants } = useTranslation('plants')
  const { dateTime } = useFormats(browserTimeZone)
  const labelOf = ({ action }: AuditEntry) =>
    auditTexts('accountWords')[action] ?? auditTexts('actionWords')[action] ?? action
  return (
    <DataTable
      name="activity"
      label={t('profile.activity')}
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'at',
          header: tPlants('word.time'),
          width: 190,
          sortable: false,
          value: ({ at }) => at,
          cell: ({ at }) => <TimeText at={at} timeZone={browserTimeZone} />,
        },
        { id: 'action', header: tPlants('word.action'), sortable: false, value: labelOf, cell: labelOf },
        {
          id: 'result',
          header: tPlants('word.result'),
          sortable: false,
          value: ({ result }) => result,
          cell: ({ result }) => <AuditResult result={result} />,
        },
      ]}
      listLine={(entry) => ({
        title: labelOf(entry),
        state: <AuditResult result={entry.result} />,
        value: dateTime(entry.at),
      })}
      remote={{ total, searchable: false, exportRows }}
      empty={<p>{t('profile.activityNone')}</p>}
    />
  )
}
