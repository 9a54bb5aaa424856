import { IconBell, IconBellOff } from '@tabler/icons-react'
import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import { isClientRole, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction, useActionMutation } from '../../shared/api/use-action.ts'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { AppLink, useGo } from '../../shared/navigation.tsx'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { pathTo } from '../../site-map.ts'
import { removalOf } from './removal.ts'

type Plant = PlantDetails['plant']

/** Who belongs to the plant; kept by what the server announces of every change. */
export function MembersTab({ plant }: { plant: Plant }) {
  const { t } = useTranslation('members')
  const plantId = plant.plant_id
  const members = useAction('getPlantUsers', { plantId })
  const [leaving, setLeaving] = useState<PlantUser>()
  const columns = useMemberColumns(plant, setLeaving)
  return (
    <>
      <Answered query={members}>
        {({ plant_users }) => (
          <DataTable
            name="members"
            label={t('title')}
            rows={plant_users}
            columns={columns}
            rowKey={({ userid }) => userid}
            listLine={(member) => ({
              title: member.name,
              value: t(`role.${member.role}`),
              detail: member.email,
              more: (
                <span className="vx-member-more">
                  <Notified on={member.notifications} />
                  <Remove plant={plant} member={member} onRemove={setLeaving} />
                </span>
              ),
            })}
            searchText={({ name, email, role }) => `${name} ${email ?? ''} ${t(`role.${role}`)}`}
            searchPlaceholder={t('search')}
            empty={null}
          />
        )}
      </Answered>
      {roleMay(plant.role, 'members.delegate') ? <Waiting plant={plant} /> : null}
      {leaving ? <RemoveDialog plant={plant} member={leaving} onDone={() => setLeaving(undefined)} /> : null}
    </>
  )
}

function useMemberColumns(plant: Plant, onRemove: (member: PlantUser) => void): Column<PlantUser>[] {
  const { t } = useTranslation('members')
  const { userid: own } = useSignedInUser()
  const seesAddresses = roleMay(plant.role, 'members.administer')
  return [
    {
      id: 'name',
      header: t('column.name'),
      value: ({ name }) => name,
      cell: ({ name, userid }) => (
        <b>
          {name}
          {userid === own ? ` (${t('you')})` : ''}
        </b>
      ),
    },
    {
      id: 'email',
      header: t('column.email'),
      value: ({ email }) => email,
      cell: ({ email }) => email ?? <span className="vx-hint">{seesAddresses ? '–' : t('addressHidden')}</span>,
    },
    {
      id: 'role',
      header: t('column.role'),
      value: ({ role }) => t(`role.${role}`),
      cell: ({ role }) => t(`role.${role}`),
    },
    {
      id: 'notifications',
      header: t('column.notifications'),
      value: ({ notifications }) => t(notifications ? 'on' : 'off'),
      cell: ({ notifications }) => <Notified on={notifications} />,
    },
    {
      id: 'remove',
      header: t('column.action'),
      cell: (member) => <Remove plant={plant} member={member} onRemove={onRemove} />,
    },
  ]
}

function Notified({ on }: { on: boolean }) {
  const { t } = useTranslation('members')
  const Mark = on ? IconBell : IconBellOff
  return (
    <span className="vx-notified">
      <Mark size={15} aria-hidden />
      <span className="vx-hidden">{t('column.notifications')}: </span>
      {t(on ? 'on' : 'off')}
    </span>
  )
}

type RemoveProps = { plant: Plant; member: PlantUser; onRemove: (member: PlantUser) => void }

function Remove({ plant, member, onRemove }: RemoveProps) {
  const { t } = useTranslation('members')
  const removal = removalOf(plant, member)
  const label = t('remove.name', { name: member.name })
  return (
    <ReasonButton
      size="xs"
      variant="default"
      aria-label={label}
      because={removal.can ? undefined : t(`remove.${removal.because}`)}
      onClick={() => onRemove(member)}
    >
      {t('remove.open')}
    </ReasonButton>
  )
}

type RemoveDialogProps = { plant: Plant; member: PlantUser; onDone: () => void }

function RemoveDialog({ plant, member, onDone }: RemoveDialogProps) {
  const { t } = useTranslation('members')
  const go = useGo()
  const { userid: own } = useSignedInUser()
  const refresh = ['getPlantUsers'] as const
  const collaborator = useActionMutation('rimuoviCollab', { refresh })
  const delegate = useActionMutation('rimuoviDelegato', { refresh })
  const action = isClientRole(member.role) ? delegate : collaborator
  const { name, userid } = member
  const confirm = async () => {
    await action.mutateAsync({ plantId: plant.plant_id, userId: userid })
    toastDone(t('remove.done', { name }))
    onDone()
    if (userid === own) go.replace(pathTo('home'))
  }
  return (
    <ConfirmDialog
      opened
      destructive
      title={t('remove.title', { name })}
      confirmLabel={t('remove.name', { name })}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <p>{t('remove.text', { plant: plant.plantname })}</p>
      <FormFailure error={action.error} />
    </ConfirmDialog>
  )
}

/** Who was invited and has not answered yet; what can be done about it stands with the invitations. */
function Waiting({ plant }: { plant: Plant }) {
  const { t } = useTranslation('members')
  const { date } = useFormats(plant.timezone)
  const plantId = plant.plant_id
  const answer = useAction('listaInviti', { plantId })
  const waiting = answer.data?.invitations.filter(({ state }) => state === 'pending') ?? []
  if (waiting.length === 0) return null
  return (
    <section className="vx-card vx-invited" aria-label={t('invitations.waiting')}>
      <header className="vx-card-head">
        <h2>{t('invitations.waiting')}</h2>
        <AppLink to={pathTo('plantUsers', { plantId }, { tab: 'invites' })}>{t('invitations.title')}</AppLink>
      </header>
      <ul>
        {waiting.map(({ id, email, role, expiresAt }) => (
          <li key={id}>
            <b>{email}</b>
            <span>{t(`role.${role}`)}</span>
            <span>{t('invitations.until', { date: date(expiresAt) })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
