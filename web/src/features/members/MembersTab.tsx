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
import { whyArchived, whyNotChange } from '../../shared/plant/may-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { pathTo } from '../../site-map.ts'
import { MemberNoticesDialog } from '../notices/index.ts'
import { EndDateDialog } from './EndDateDialog.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { type Ending, endingOf, removalOf } from './removal.ts'

type Plant = PlantDetails['plant']

/** Who belongs to the plant; kept by what the server announces of every change. */
export function MembersTab({ plant }: { plant: Plant }) {
  const { t } = useTranslation(['members', 'people'])
  const plantId = plant.plant_id
  const members = useAction('getPlantUsers', { plantId })
  const [leaving, setLeaving] = useState<PlantUser>()
  const [ending, setEnding] = useState<PlantUser>()
  const [changing, setChanging] = useState<PlantUser>()
  const [noticed, setNoticed] = useState<PlantUser>()
  const ways = { onRemove: setLeaving, onEnd: setEnding, onRole: setChanging, onNotices: setNoticed }
  const columns = useMemberColumns(plant, ways)
  const { date } = useFormats('UTC')
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
                  {member.endsOn ? <span>{t('people:end.until', { date: date(member.endsOn) })}</span> : null}
                  <MemberActions plant={plant} member={member} {...ways} />
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
      {noticed ? (
        <MemberNoticesDialog plantId={plantId} member={noticed} onClose={() => setNoticed(undefined)} />
      ) : null}
      {ending ? <EndDateDialog plant={plant} member={ending} onClose={() => setEnding(undefined)} /> : null}
      {changing ? <RoleDialog plantId={plantId} member={changing} onClose={() => setChanging(undefined)} /> : null}
      {leaving ? <RemoveDialog plant={plant} member={leaving} onDone={() => setLeaving(undefined)} /> : null}
    </>
  )
}

type Ways = {
  onRemove: (member: PlantUser) => void
  onEnd: (member: PlantUser) => void
  onRole: (member: PlantUser) => void
  onNotices: (member: PlantUser) => void
}

function useMemberColumns(plant: Plant, ways: Ways): Column<PlantUser>[] {
  const { t } = useTranslation(['members', 'people'])
  // A day without a time is the same in every zone.
  const { date } = useFormats('UTC')
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
      id: 'endsOn',
      header: t('column.endsOn'),
      value: ({ endsOn }) => endsOn,
      cell: ({ endsOn }) =>
        endsOn ? <time dateTime={endsOn}>{date(endsOn)}</time> : <span className="vx-hint">–</span>,
    },
    {
      id: 'remove',
      header: t('column.action'),
      cell: (member) => <MemberActions plant={plant} member={member} {...ways} />,
    },
  ]
}

function Notified({ on }: { on: boolean }) {
  const { t } = useTranslation(['members', 'people'])
  const Mark = on ? IconBell : IconBellOff
  return (
    <span className="vx-notified">
      <Mark size={15} aria-hidden />
      <span className="vx-hidden">{t('column.notifications')}: </span>
      {t(on ? 'on' : 'off')}
    </span>
  )
}

const roleWord = (because: (Ending & { can: false })['because']) =>
  because === 'onlyAdministrators' ? ('people:role.onlyAdministrators' as const) : (`people:end.${because}` as const)

type MemberActionsProps = Ways & { plant: Plant; member: PlantUser }

function MemberActions({ plant, member, onRemove, onEnd, onRole, onNotices }: MemberActionsProps) {
  const { t } = useTranslation(['members', 'people', 'notices'])
  const { name } = member
  const archived = whyArchived(plant)
  const ending = endingOf(plant, member)
  const removal = removalOf(plant, member)
  return (
    <span className="vx-row-actions">
      <ReasonButton
        size="xs"
        variant="default"
        aria-label={t('notices:member.title', { name })}
        because={whyNotChange(plant, 'members.administer', t('notices:plant.only'))}
        onClick={() => onNotices(member)}
      >
        {t('notices:member.open')}
      </ReasonButton>
      <ReasonButton
        size="xs"
        variant="default"
        aria-label={t('people:role.name', { name })}
        because={archived ?? (ending.can ? undefined : t(roleWord(ending.because)))}
        onClick={() => onRole(member)}
      >
        {t('people:role.open')}
      </ReasonButton>
      <ReasonButton
        size="xs"
        variant="default"
        aria-label={t('people:end.name', { name })}
        because={archived ?? (ending.can ? undefined : t(`people:end.${ending.because}`))}
        onClick={() => onEnd(member)}
      >
        {t('people:end.open')}
      </ReasonButton>
      <ReasonButton
        size="xs"
        variant="default"
        aria-label={t('people:removal.name', { name })}
        because={archived ?? (removal.can ? undefined : t(`people:removal.${removal.because}`))}
        onClick={() => onRemove(member)}
      >
        {t('people:removal.open')}
      </ReasonButton>
    </span>
  )
}

type RemoveDialogProps = { plant: Plant; member: PlantUser; onDone: () => void }

function RemoveDialog({ plant, member, onDone }: RemoveDialogProps) {
  const { t } = useTranslation(['members', 'people'])
  const go = useGo()
  const { userid: own } = useSignedInUser()
  const refresh = ['getPlantUsers'] as const
  const collaborator = useActionMutation('rimuoviCollab', { refresh })
  const delegate = useActionMutation('rimuoviDelegato', { refresh })
  const action = isClientRole(member.role) ? delegate : collaborator
  const { name, userid } = member
  const confirm = async () => {
    await action.mutateAsync({ plantId: plant.plant_id, userId: userid })
    toastDone(t('people:removal.done', { name }))
    onDone()
    if (userid === own) go.replace(pathTo('home'))
  }
  return (
    <ConfirmDialog
      opened
      destructive
      title={t('people:removal.title', { name })}
      confirmLabel={t('people:removal.name', { name })}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <p>{t('people:removal.text', { plant: plant.plantname })}</p>
      <FormFailure error={action.error} />
    </ConfirmDialog>
  )
}

/** Who was invited and has not answered yet; what can be done about it stands with the invitations. */
function Waiting({ plant }: { plant: Plant }) {
  const { t } = useTranslation(['members', 'people'])
  const { date } = useFormats(plant.timezone)
  const plantId = plant.plant_id
  const answer = useAction('listaInviti', { plantId })
  const waiting = answer.data?.invitations.filter(({ state }) => state === 'pending') ?? []
  if (waiting.length === 0) return null
  return (
    <section className="vx-card vx-invited" aria-label={t('people:invitations.waiting')}>
      <header className="vx-card-head">
        <h2>{t('people:invitations.waiting')}</h2>
        <AppLink to={pathTo('plantUsers', { plantId }, { tab: 'invites' })}>{t('people:invitations.title')}</AppLink>
      </header>
      <ul>
        {waiting.map(({ id, email, role, expiresAt }) => (
          <li key={id}>
            <b>{email}</b>
            <span>{t(`role.${role}`)}</span>
            <span>{t('people:invitations.until', { date: date(expiresAt) })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
