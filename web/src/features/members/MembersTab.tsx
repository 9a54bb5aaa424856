import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { AppLink } from '../../shared/navigation.tsx'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { pathTo } from '../../site-map.ts'
import { MemberNoticesDialog } from '../notices/index.ts'
import { EndDateDialog } from './EndDateDialog.tsx'
import { EndedMembers } from './EndedMembers.tsx'
import { type MemberAction, MemberMenu } from './MemberMenu.tsx'
import { Notified, Until, useMemberChips, useMemberColumns } from './member-columns.tsx'
import * as styles from './members.module.css'
import { RemoveMember } from './RemoveMember.tsx'
import { RoleDialog } from './RoleDialog.tsx'

type Plant = PlantDetails['plant']
type Chosen = { member: PlantUser; way: MemberAction }

/** Members of the plant, updated by the server's events. */
export function MembersTab({ plant }: { plant: Plant }) {
  const { t } = useTranslation(['members', 'people'])
  const members = useAnswer('getPlantUsers', { plantId: plant.plant_id }).plant_users
  const [chosen, setChosen] = useState<Chosen>()
  const choose = (member: PlantUser, action: MemberAction) => setChosen({ member, way: action })
  const columns = useMemberColumns(plant, choose)
  const chips = useMemberChips(members)
  return (
    <>
      <DataTable
        name="members"
        label={t('title')}
        rows={members}
        columns={columns}
        chips={chips}
        rowKey={({ userid }) => userid}
        listLine={(member) => ({
          title: member.name,
          value: t(`role.${member.role}`),
          detail: [member.suspended ? t('suspended') : '', member.email].filter(Boolean).join(' · '),
          more: (
            <span className={styles.memberMore}>
              <Notified labelled on={member.notifications} />
              {member.endsOn ? <Until member={member} /> : null}
              <MemberMenu plant={plant} member={member} onChoose={(action) => choose(member, action)} />
            </span>
          ),
        })}
        searchText={({ name, email, role }) => `${name} ${email ?? ''} ${t(`role.${role}`)}`}
        searchPlaceholder={t('search')}
        empty={null}
      />
      <AnswerBoundary>
        {roleMay(plant.role, 'members.delegate') ? <PendingInvitationsLink plant={plant} /> : null}
      </AnswerBoundary>
      <AnswerBoundary>
        {roleMay(plant.role, 'members.administer') ? <EndedMembers plant={plant} /> : null}
      </AnswerBoundary>
      {chosen ? <MemberDialog plant={plant} chosen={chosen} onClose={() => setChosen(undefined)} /> : null}
    </>
  )
}

/** The dialog chosen in a member's menu. */
function MemberDialog({
  plant,
  chosen: { member, way },
  onClose,
}: {
  plant: Plant
  chosen: Chosen
  onClose: () => void
}) {
  if (way === 'notices') return <MemberNoticesDialog plantId={plant.plant_id} member={member} onClose={onClose} />
  if (way === 'role') return <RoleDialog plantId={plant.plant_id} member={member} onClose={onClose} />
  if (way === 'end') return <EndDateDialog plant={plant} member={member} onClose={onClose} />
  return <RemoveMember plant={plant} member={member} onDone={onClose} />
}

/** Pending invitations, linked to the invitations tab with their actions. */
function PendingInvitationsLink({ plant }: { plant: Plant }) {
  const { t } = useTranslation(['members', 'people'])
  const { date } = useFormats(plant.timezone)
  const plantId = plant.plant_id
  const pendingInvitations = useAnswer('listaInviti', { plantId }).invitations.filter(
    ({ state }) => state === 'pending',
  )
  if (pendingInvitations.length === 0) return null
  return (
    <section className={`vx-card ${styles.invited}`} aria-label={t('people:invitations.waiting')}>
      <header className={layoutStyles.cardHead}>
        <h2>{t('people:invitations.waiting')}</h2>
        <AppLink to={pathTo('plantUsers', { plantId }, { tab: 'invites' })}>{t('people:invitations.title')}</AppLink>
      </header>
      <ul>
        {pendingInvitations.map(({ id, email, role, expiresAt }) => (
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
