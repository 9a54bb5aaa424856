import { Button, Textarea } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { call } from '../../shared/api/call.ts'
import { useAction, useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { type Formats, useFormats } from '../../shared/format/format.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'

type PendingUser = ActionOutput<'getPendingUsers'>['users'][number]
type Decision = { user: PendingUser; validation: 'verified' | 'refused' }

const fullName = ({ name, surname }: PendingUser) => `${name} ${surname}`

async function allPending(total: number): Promise<PendingUser[]> {
  const users: PendingUser[] = []
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
          columns={columnsOf(t, formats, setDecision)}
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
      {decision ? <DecisionDialog {...decision} onDone={() => setDecision(undefined)} /> : null}
    </>
  )
}

type Translate = ReturnType<typeof useTranslation<'accounts'>>['t']

function columnsOf(
  t: Translate,
  { date, country }: Formats,
  decide: (decision: Decision) => void,
): Column<PendingUser>[] {
  return [
    {
      id: 'name',
      header: t('fields.person'),
      value: fullName,
      sortable: false,
      cell: (user) => (
        <span className="vx-two-lines">
          <b>{fullName(user)}</b>
          <span>{user.email}</span>
        </span>
      ),
    },
    {
      id: 'email',
      header: t('fields.email'),
      value: ({ email }) => email,
      sortable: false,
      hidden: true,
      cell: () => null,
    },
    {
      id: 'businessname',
      header: t('fields.businessname'),
      value: ({ businessname }) => businessname,
      sortable: false,
      cell: (user) => (
        <span className="vx-two-lines">
          <span className="vx-plain">{user.businessname || '–'}</span>
          <span>{user.piva}</span>
        </span>
      ),
    },
    {
      id: 'piva',
      header: t('fields.piva'),
      value: ({ piva }) => piva,
      sortable: false,
      hidden: true,
      cell: () => null,
    },
    {
      id: 'city',
      header: t('fields.city'),
      value: ({ city, country: code }) => [city, code && country(code)].filter(Boolean).join(', '),
      sortable: false,
      cell: ({ city, country: code }) => [city, code && country(code)].filter(Boolean).join(', ') || '–',
    },
    {
      id: 'phone',
      header: t('fields.phone'),
      value: ({ phone }) => phone,
      sortable: false,
      cell: ({ phone }) => phone || '–',
    },
    {
      id: 'since',
      header: t('pending.since'),
      value: ({ created_at }) => created_at,
      sortable: false,
      cell: ({ created_at }) => date(created_at),
    },
    { id: 'decide', header: t('pending.decision'), cell: (user) => <Decide user={user} decide={decide} /> },
  ]
}

function Decide({ user, decide }: { user: PendingUser; decide: (decision: Decision) => void }) {
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

function DecisionDialog({ user, validation, onDone }: Decision & { onDone: () => void }) {
  const { t } = useTranslation('accounts')
  const [reason, setReason] = useState('')
  const [lacking, setLacking] = useState(false)
  const decide = useActionMutation('updateUserValidation', { refresh: ['getPendingUsers'] })
  const name = fullName(user)
  const isRefusal = validation === 'refused'
  const confirm = async () => {
    setLacking(isRefusal && reason.trim() === '')
    if (isRefusal && reason.trim() === '') return
    await decide.mutateAsync({ userId: user.userid, validation, ...(isRefusal ? { reason: reason.trim() } : {}) })
    toastDone(t(isRefusal ? 'pending.refused' : 'pending.accepted', { name }))
    onDone()
  }
  return (
    <ConfirmDialog
      opened
      title={t(isRefusal ? 'pending.refuseTitle' : 'pending.acceptTitle', { name })}
      confirmLabel={t(isRefusal ? 'pending.refuseName' : 'pending.acceptName', { name })}
      destructive={isRefusal}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <p>{t(isRefusal ? 'pending.refuseText' : 'pending.acceptText', { email: user.email })}</p>
      {isRefusal ? (
        <Textarea
          label={t('pending.reason')}
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          error={lacking ? t('pending.reasonLacking') : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
      <FormFailure error={decide.error} />
    </ConfirmDialog>
  )
}
