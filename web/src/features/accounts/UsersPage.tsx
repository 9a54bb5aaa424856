import { Select } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { type ListedUser, validationStates } from '@vigilux/contract/features/accounts/account.ts'
import { userTypes } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { useTableState } from '../../shared/table/table-state.ts'
import { pathTo } from '../../site-map.ts'
import { type Decision, DecisionButtons, DecisionDialog, decisionsOn } from './Decision.tsx'
import { fullName, userColumns } from './user-columns.tsx'

const exportPageRows = 100
type Question = ActionInput<'getAllUsers'>

const allUsers = (question: Question) =>
  allPages(async (page) => {
    const { users: rows, total } = await call('getAllUsers', { ...question, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** The query from the address; invalid parts are dropped. */
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

/** All accounts, for the national office, which closes and opens them. */
export function UsersPage() {
  const { t } = useTranslation('accounts')
  const question = useQuestion()
  const [{ page }] = useTableState()
  const [decision, setDecision] = useState<Decision>()
  return (
    <>
      <PageHeader title={t('users.title')} actions={<TypeSelect />} />
      <AnswerBoundary>
        <UserTable question={question} page={page} decide={setDecision} />
      </AnswerBoundary>
      {decision ? <DecisionDialog {...decision} onDone={() => setDecision(undefined)} /> : null}
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

type TableProps = { question: Question; page: number; decide: (decision: Decision) => void }

function UserTable({ question, page, decide }: TableProps) {
  const list = useAnswer('getAllUsers', { ...question, page }, { placeholderData: keepPreviousData })
  const { t } = useTranslation('accounts')
  const formats = useFormats(browserTimeZone)
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
          header: t('word.state'),
          value: stateOf,
          sortable: false,
          cell: (user) => (
            <span className={tableStyles.twoLines}>
              <span className={tableStyles.plain}>{stateOf(user)}</span>
              <span>{user.validation_reason}</span>
            </span>
          ),
        },
        {
          id: 'decide',
          header: t('decision.column'),
          cell: (user) => <OnUser user={user} decide={decide} />,
        },
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
        more: <OnUser user={user} decide={decide} />,
      })}
      remote={{
        total: list.total,
        all: Object.values(list.states).reduce((sum, n) => sum + n, 0),
        exportRows: () => allUsers(question),
      }}
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

/** Actions on an account. New accounts are decided on their own page, next to their data. */
function OnUser({ user, decide }: { user: ListedUser; decide: (decision: Decision) => void }) {
  const { t } = useTranslation('accounts')
  if (user.validation === 'pending') return <AppLink to={pathTo('ntoPendingUsers')}>{t('pending.title')}</AppLink>
  return <DecisionButtons user={user} offered={decisionsOn(user)} decide={decide} />
}
