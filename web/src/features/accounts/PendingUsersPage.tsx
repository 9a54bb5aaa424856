import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import type { ListedUser } from '@vigilux/contract/features/accounts/account.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { useTableState } from '../../shared/table/table-state.ts'
import { type Decision, DecisionDialog } from './DecisionDialog.tsx'
import { fullName, userColumns } from './user-columns.tsx'

async function allPending(total: number): Promise<ListedUser[]> {
  const users: ListedUser[] = []
  for (let page = 1; users.length < total; page += 1) {
    const answer = await call('getPendingUsers', { page })
    if (answer.users.length === 0) break
    users.push(...answer.users)
  }
  return users
}

/** New installers whose data the national office verifies or refuses. */
export function PendingUsersPage() {
  const { t } = useTranslation('accounts')
  const formats = useFormats()
  const [{ page }] = useTableState()
  const pending = useAction('getPendingUsers', { page })
  const [decision, setDecision] = useState<Decision>()
  if (pending.error && !pending.data)
    return <ErrorState level={1} error={pending.error} retry={() => void pending.refetch()} />
  const { users = [], total = 0 } = pending.data ?? {}
  return (
    <>
      <PageHeader title={t('pending.title')} facts={<span>{t('pending.count', { count: total })}</span>} />
      {pending.data ? (
        <DataTable
          name="pending-users"
          label={t('pending.title')}
          rows={users}
          columns={userColumns(t, formats, [
            {
              id: 'decide',
              header: t('pending.decision'),
              cell: (user) => <Decide user={user} decide={setDecision} />,
            },
          ])}
          rowKey={({ userid }) => userid}
          twoLines
          listLine={(user) => ({
            title: fullName(user),
            detail: user.businessname || user.email,
            value: formats.date(user.created_at),
            more: <Decide user={user} decide={setDecision} />,
          })}
          remote={{ total, searchable: false, exportRows: () => allPending(total) }}
          empty={
            <div className="vx-card">
              <EmptyState icon={IconUserCheck} title={t('pending.emptyTitle')}>
                {t('pending.emptyText')}
              </EmptyState>
            </div>
          }
        />
      ) : (
        <div className="vx-card">
          <LoadingRows height={56} />
        </div>
      )}
      {decision ? (
        <DecisionDialog {...decision} words={wordsOf(decision, t)} onDone={() => setDecision(undefined)} />
      ) : null}
    </>
  )
}

function wordsOf({ user, validation }: Decision, t: ReturnType<typeof useTranslation<'accounts'>>['t']) {
  const name = fullName(user)
  const { email } = user
  return validation === 'verified'
    ? {
        title: t('pending.acceptTitle', { name }),
        confirm: t('pending.acceptName', { name }),
        text: t('pending.acceptText', { email }),
        done: t('pending.accepted', { name }),
      }
    : {
        title: t('pending.refuseTitle', { name }),
        confirm: t('pending.refuseName', { name }),
        text: t('pending.refuseText', { email }),
        done: t('pending.refused', { name }),
      }
}

function Decide({ user, decide }: { user: ListedUser; decide: (decision: Decision) => void }) {
  const { t } = useTranslation('accounts')
  const name = fullName(user)
  return (
    <span className="vx-row-actions">
      <Button
        size="xs"
        variant="default"
        aria-label={t('pending.acceptName', { name })}
        onClick={() => decide({ user, validation: 'verified' })}
      >
        {t('pending.accept')}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        c="var(--mantine-color-error)"
        aria-label={t('pending.refuseName', { name })}
        onClick={() => decide({ user, validation: 'refused' })}
      >
        {t('pending.refuse')}
      </Button>
    </span>
  )
}
