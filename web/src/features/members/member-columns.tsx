import { Avatar } from '@mantine/core'
import { IconAlertTriangle, IconBell, IconBellOff } from '@tabler/icons-react'
import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import { isClientRole, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import * as tableStyles from '../../shared/table/table.module.css'
import type { Chip, Column } from '../../shared/table/table-model.ts'
import { type MemberAction, MemberMenu } from './MemberMenu.tsx'
import * as styles from './members.module.css'

type Plant = PlantDetails['plant']

/** An end nearer than this is marked. */
const soonMs = 14 * 86_400_000

export const endsSoon = ({ endsOn }: Pick<PlantUser, 'endsOn'>): boolean =>
  endsOn !== null && Date.parse(endsOn) - serverNow() < soonMs

/** Filters by side, and for memberships near their end if there are any. */
export function useMemberChips(members: readonly PlantUser[]): Chip<PlantUser>[] {
  const { t } = useTranslation('people')
  return [
    { id: 'installer', label: t('side.installer'), fits: ({ role }) => !isClientRole(role) },
    { id: 'client', label: t('side.client'), fits: ({ role }) => isClientRole(role) },
    ...(members.some(endsSoon) ? [{ id: 'ending', label: t('end.soon'), fits: endsSoon }] : []),
  ]
}

export function useMemberColumns(
  plant: Plant,
  onChoose: (member: PlantUser, action: MemberAction) => void,
): Column<PlantUser>[] {
  const { t } = useTranslation(['members', 'people'])
  return [
    {
      id: 'name',
      header: t('column.name'),
      value: ({ name }) => name,
      cell: (member) => <MemberName plant={plant} member={member} />,
    },
    { id: 'email', header: t('word.email'), value: ({ email }) => email, cell: ({ email }) => email, hidden: true },
    {
      id: 'role',
      header: t('word.role'),
      value: ({ role }) => t(`role.${role}`),
      cell: ({ role }) => t(`role.${role}`),
    },
    {
      id: 'endsOn',
      header: t('column.endsOn'),
      value: ({ endsOn }) => endsOn,
      cell: (member) => <Until member={member} />,
    },
    {
      id: 'notifications',
      header: t('column.notifications'),
      value: ({ notifications }) => t(notifications ? 'on' : 'off'),
      cell: ({ notifications }) => <Notified on={notifications} />,
    },
    {
      id: 'actions',
      header: t('word.action'),
      width: 80,
      cell: (member) => <MemberMenu plant={plant} member={member} onChoose={(action) => onChoose(member, action)} />,
    },
  ]
}

function MemberName({ plant, member: { name, email, userid, suspended } }: { plant: Plant; member: PlantUser }) {
  const { t } = useTranslation('members')
  const { userid: ownUserId } = useSignedInUser()
  const hiddenAddress = roleMay(plant.role, 'members.administer') ? '–' : t('addressHidden')
  return (
    <span className={styles.member}>
      <Avatar size={32} name={name} color="brand" aria-hidden />
      <span className={tableStyles.twoLines}>
        <b>
          {name}
          {userid === ownUserId ? ` (${t('you')})` : ''}
        </b>
        <span>{[suspended ? t('suspended') : '', email ?? hiddenAddress].filter(Boolean).join(' · ')}</span>
      </span>
    </span>
  )
}

/** The last day of a membership, marked when it is near. */
export function Until({ member }: { member: PlantUser }) {
  const { t } = useTranslation('people')
  // A day without a time is the same in every zone.
  const { date } = useFormats('UTC')
  const { endsOn } = member
  if (!endsOn) return <span className="vx-hint">–</span>
  if (!endsSoon(member)) return <time dateTime={endsOn}>{date(endsOn)}</time>
  return (
    <span className={styles.endsSoon}>
      <IconAlertTriangle size={15} aria-hidden />
      <span className="vx-hidden">{t('end.soon')}: </span>
      <time dateTime={endsOn}>{date(endsOn)}</time>
    </span>
  )
}

/** `labelled` without a column heading. */
export function Notified({ on, labelled = false }: { on: boolean; labelled?: boolean }) {
  const { t } = useTranslation('members')
  const Mark = on ? IconBell : IconBellOff
  return (
    <span className={styles.notified}>
      <Mark size={15} aria-hidden />
      <span className={labelled ? undefined : 'vx-hidden'}>{t('column.notifications')}: </span>
      {t(on ? 'on' : 'off')}
    </span>
  )
}
