import { Button, Tooltip } from '@mantine/core'
import { IconLock, IconMailPlus } from '@tabler/icons-react'
import type { Invitation } from '@vigilux/contract/features/members/member.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState, StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { toastDone, toastFailure } from '../../shared/feedback/toast.ts'
import { useFormats } from '../../shared/format/format.ts'
import { archivedReason } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import type { Column } from '../../shared/table/table-model.ts'
import { CompanyRules } from './company-rules.ts'

type Plant = PlantDetails['plant']

/** Invitations to the plant with their state; a client owner sees only own ones. */
export function InvitationsTab({ plant }: { plant: Plant }) {
  const { t } = useTranslation(['members', 'people'])
  const mayList = roleMay(plant.role, 'members.delegate')
  if (!mayList)
    return (
      <div className="vx-card">
        <StatePanel icon={IconLock} title={t('people:invitations.closedTitle')}>
          {t('mayNotInvite')}
        </StatePanel>
      </div>
    )
  return (
    <>
      <AnswerBoundary>
        <InvitationTable plant={plant} />
      </AnswerBoundary>
      {roleMay(plant.role, 'members.administer') ? <CompanyRules plant={plant} /> : null}
    </>
  )
}

function InvitationTable({ plant }: { plant: Plant }) {
  const { t } = useTranslation(['members', 'people'])
  const { date } = useFormats(plant.timezone)
  const { invitations } = useAnswer('listaInviti', { plantId: plant.plant_id }, { staleTime: 0 })
  const columns = useInvitationColumns(plant)
  return (
    <DataTable
      name="invitations"
      label={t('people:invitations.title')}
      rows={invitations}
      columns={columns}
      rowKey={({ id }) => id}
      listLine={(invitation) => ({
        title: invitation.email,
        state: t(`state.${invitation.state}`),
        detail: t(`role.${invitation.role}`),
        value: date(invitation.expiresAt),
        more: <InvitationActions plant={plant} invitation={invitation} />,
      })}
      searchText={({ email, sentBy }) => `${email} ${sentBy}`}
      searchPlaceholder={t('people:invitations.search')}
      empty={
        <div className="vx-card">
          <EmptyState icon={IconMailPlus} title={t('people:invitations.emptyTitle')}>
            {t('people:invitations.emptyText')}
          </EmptyState>
        </div>
      }
    />
  )
}

function useInvitationColumns(plant: Plant): Column<Invitation>[] {
  const { t } = useTranslation(['members', 'people'])
  const { date, full } = useFormats(plant.timezone)
  const { date: plainDate } = useFormats('UTC')
  const day = (at: string) => (
    <time dateTime={at} title={full(at)}>
      {date(at)}
    </time>
  )
  return [
    { id: 'email', header: t('word.email'), value: ({ email }) => email, cell: ({ email }) => <b>{email}</b> },
    {
      id: 'role',
      header: t('word.role'),
      value: ({ role }) => t(`role.${role}`),
      cell: ({ role }) => t(`role.${role}`),
    },
    {
      id: 'state',
      header: t('word.state'),
      value: ({ state }) => t(`state.${state}`),
      cell: ({ state }) => <span className={state === 'pending' ? undefined : 'vx-hint'}>{t(`state.${state}`)}</span>,
    },
    { id: 'sent', header: t('column.sent'), value: ({ sentAt }) => sentAt, cell: ({ sentAt }) => day(sentAt) },
    {
      id: 'expires',
      header: t('column.expires'),
      value: ({ expiresAt }) => expiresAt,
      cell: ({ expiresAt }) => day(expiresAt),
    },
    {
      id: 'endsOn',
      header: t('column.endsOn'),
      value: ({ endsOn }) => endsOn,
      // A day without a time is the same in every zone.
      cell: ({ endsOn }) =>
        endsOn ? <time dateTime={endsOn}>{plainDate(endsOn)}</time> : <span className="vx-hint">–</span>,
    },
    { id: 'by', header: t('column.sentBy'), value: ({ sentBy }) => sentBy, cell: ({ sentBy }) => sentBy },
    {
      id: 'actions',
      header: t('word.action'),
      cell: (invitation) => <InvitationActions plant={plant} invitation={invitation} />,
    },
  ]
}

/** A pending invitation can be deleted or sent again, an expired one sent again; an accepted one is final. */
function InvitationActions({ plant, invitation }: { plant: Plant; invitation: Invitation }) {
  const { t } = useTranslation(['members', 'people'])
  const plantId = plant.plant_id
  const { email, role, state } = invitation
  const invitationKey = { plantId, invitationId: invitation.id }
  const remove = useActionMutation('eliminaInvito', { refresh: ['listaInviti'] })
  const resend = useActionMutation('resendInvitation', {
    refresh: ['listaInviti'],
    onSuccess: () => toastDone(t('people:inviting.done', { email })),
  })
  const mayDelegateOnly = !roleMay(plant.role, 'members.administer')
  if (archivedReason(plant) || state === 'accepted' || (mayDelegateOnly && role !== 'clientStaff')) return null
  return (
    <span className={tableStyles.rowActions}>
      <Tooltip label={t('people:invitations.againName', { email })}>
        <Button
          size="xs"
          variant="default"
          loading={resend.isPending}
          aria-label={t('people:invitations.againName', { email })}
          onClick={() => void resend.mutateAsync(invitationKey).catch(toastFailure)}
        >
          {t('people:invitations.again')}
        </Button>
      </Tooltip>
      {state === 'pending' ? (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          c="var(--mantine-color-error)"
          loading={remove.isPending}
          aria-label={t('people:invitations.deleteName', { email })}
          onClick={() => void remove.mutateAsync(invitationKey).catch(toastFailure)}
        >
          {t('word.delete')}
        </Button>
      ) : null}
    </span>
  )
}
