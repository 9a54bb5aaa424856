import { Button, Select } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { decidedFrom } from '@vigilux/contract/features/accounts/account.rules.ts'
import { type ListedUser, validationStates } from '@vigilux/contract/features/accounts/account.ts'
import { userTypes } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionInput, ActionOutput } from '../../shared/api/actions.ts'
import { call } from '../../shared/api/call.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { useTableState } from '../../shared/table/table-state.ts'
import { type Decision, DecisionDialog } from './DecisionDialog.tsx'
import { fullName, userColumns } from './user-columns.tsx'

const exportPageRows = 100
type Question = ActionInput<'getAllUsers'>
type UserList = ActionOutput<'getAllUsers'>

async function allUsers(question: Question, total: number): Promise<ListedUser[]> {
  const users: ListedUser[] = []
  for (let page = 1; users.length < total; page += 1) {
    const answer = await call('getAllUsers', { ...question, page, pageSize: exportPageRows })
    if (answer.users.length === 0) break
    users.push(...answer.users)
  }
  return users
}

/** What the address asks for; nonsense in it is left out. */
function useQuestion(): Question {
  const [{ search, chip }] = useTableState()
  const [params] = useSearchParams()
  const usertype = userTypes.find((name) => name === params.type)
  const validation = validationStates.find((name) => name === chip)
  return {
    ...(search ? { search: search.slice(0, 120) } : {}),
    ...(usertype ? { usertype } : {}),
    ...(validation ? { validation } : {}),
  }
}

/** Every account, for the national office, which closes and opens them. */
export function UsersPage() {
  const { t } = useTranslation('accounts')
  const question = useQuestion()
  const [{ page }] = useTableState()
  const list = useAction('getAllUsers', { ...question, page })
  const [decision, setDecision] = useState<Decision>()
  if (list.error && !list.data) return <ErrorState level={1} error={list.error} retry={() => void list.refetch()} />
  return (
    <>
      <PageHeader title={t('users.title')} actions={<TypeSelect />} />
      {list.data ? (
        <UserTable list={list.data} question={question} decide={setDecision} />
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

function TypeSelect() {
  const { t } = useTranslation('accounts')
  const [params, change] = useSearchParams()
  return (
    <Select
      aria-label={t('users.type')}
      placeholder={t('users.anyType')}
      clearable
      data={userTypes.map((value) => ({ value, label: t(`usertype.${value}`) }))}
      value={userTypes.find((name) => name === params.type) ?? null}
      onChange={(type) => change({ type: type ?? undefined, page: undefined })}
    />
  )
}

type TableProps = { list: UserList; question: Question; decide: (decision: Decision) => void }

function UserTable({ list, question, decide }: TableProps) {
  const { t } = useTranslation('accounts')
  const formats = useFormats()
  const stateOf = ({ validation }: ListedUser) => t(`validation.${validation}`)
  return (
    <DataTable
      name="users"
      label={t('users.title')}
      rows={list.users}
      columns={userColumns(t, formats, [
        {
          id: 'type',
          header: t('users.type'),
          value: ({ usertype }) => t(`usertype.${usertype}`),
          sortable: false,
          cell: ({ usertype }) => t(`usertype.${usertype}`),
        },
        {
          id: 'state',
          header: t('users.state'),
          value: stateOf,
          sortable: false,
          cell: (user) => (
            <span className="vx-two-lines">
              <span className="vx-plain">{stateOf(user)}</span>
              <span>{user.validation_reason}</span>
            </span>
          ),
        },
        { id: 'decide', header: t('users.decision'), cell: (user) => <Decide user={user} decide={decide} /> },
      ])}
      rowKey={({ userid }) => userid}
      twoLines
      searchPlaceholder={t('users.search')}
      chips={validationStates.map((name) => ({
        id: name,
        label: t(`validation.${name}`),
        fits: ({ validation }: ListedUser) => validation === name,
        count: list.states[name],
      }))}
      listLine={(user) => ({
        title: fullName(user),
        detail: user.businessname || user.email,
        value: stateOf(user),
        more: <Decide user={user} decide={decide} />,
      })}
      remote={{ total: list.total, exportRows: () => allUsers(question, list.total) }}
      empty={
        <div className="vx-card">
          <EmptyState icon={IconUsers} title={t('users.emptyTitle')}>
            {t('users.emptyText')}
          </EmptyState>
        </div>
      }
    />
  )
}

function wordsOf({ user, validation }: Decision, t: ReturnType<typeof useTranslation<'accounts'>>['t']) {
  const name = fullName(user)
  const { email } = user
  return validation === 'suspended'
    ? {
        title: t('users.suspendTitle', { name }),
        confirm: t('users.suspendName', { name }),
        text: t('users.suspendText', { email }),
        done: t('users.suspended', { name }),
      }
    : {
        title: t('users.reopenTitle', { name }),
        confirm: t('users.reopenName', { name }),
        text: t('users.reopenText', { email }),
        done: t('users.reopened', { name }),
      }
}

/** New accounts are decided on their own page, with their data in view; those of the office by the operator. */
function Decide({ user, decide }: { user: ListedUser; decide: (decision: Decision) => void }) {
  const { t } = useTranslation('accounts')
  const name = fullName(user)
  if (user.usertype === 'admin' || user.validation === 'pending') return null
  return decidedFrom.suspended.includes(user.validation) ? (
    <Button
      size="xs"
      variant="subtle"
      color="red"
      c="var(--mantine-color-error)"
      aria-label={t('users.suspendName', { name })}
      onClick={() => decide({ user, validation: 'suspended' })}
    >
      {t('users.suspend')}
    </Button>
  ) : (
    <Button
      size="xs"
      variant="default"
      aria-label={t('users.reopenName', { name })}
      onClick={() => decide({ user, validation: 'verified' })}
    >
      {t('users.reopen')}
    </Button>
  )
}
