import { IconUserCheck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { useTableState } from '../../shared/table/table-state.ts'
import { type Decision, DecisionButtons, DecisionDialog } from './Decision.tsx'
import { fullName, userColumns } from './user-columns.tsx'
import { VatWarning } from './VatNote.tsx'

const allPending = () =>
  allPages(async (page) => {
    const { users: rows, total } = await call('getPendingUsers', { page })
    return { rows, total }
  })

const offeredDecisions = ['accept', 'refuse'] as const

/** New installers whose data the national office has to verify or refuse. */
export function PendingUsersPage() {
  const { t } = useTranslation('accounts')
  const formats = useFormats(browserTimeZone)
  const [{ page }] = useTableState()
  const { users, total } = useAnswer('getPendingUsers', { page }, { placeholderData: keepPreviousData })
  const [decision, setDecision] = useState<Decision>()
  return (
    <>
      <PageHeader title={t('pending.title')} facts={<span>{t('pending.count', { count: total })}</span>} />
      <DataTable
        name="pending-users"
        label={t('pending.title')}
        rows={users}
        columns={userColumns(t, formats, [
          {
            id: 'decide',
            header: t('decision.column'),
            cell: (user) => <DecisionButtons user={user} offered={offeredDecisions} decide={setDecision} />,
          },
        ])}
        rowKey={({ userid }) => userid}
        twoLines
        listLine={(user) => ({
          title: fullName(user),
          detail: user.businessname || user.email,
          value: formats.date(user.created_at),
          more: (
            <>
              <VatWarning user={user} />
              <DecisionButtons user={user} offered={offeredDecisions} decide={setDecision} />
            </>
          ),
        })}
        remote={{ total, searchable: false, exportRows: () => allPending() }}
        empty={
          <div className="vx-card">
            <EmptyState icon={IconUserCheck} title={t('pending.emptyTitle')}>
              {t('pending.emptyText')}
            </EmptyState>
          </div>
        }
      />
      {decision ? <DecisionDialog {...decision} onDone={() => setDecision(undefined)} /> : null}
    </>
  )
}
