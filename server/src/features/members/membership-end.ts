import { findVacatedRole } from '@vigilux/contract/features/members/member.rules.ts'
import type { memberActions } from '@vigilux/contract/features/members/members.actions.ts'
import type { ClientRole, PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { findPlantForMail, listMembers, type MemberRow, setEnd, toPlantUser } from './members.store.ts'
import { notifyMembers } from './notify-members.ts'

const lastOf = { installerAdministrator: 'LAST_ADMINISTRATOR', clientOwner: 'LAST_OWNER' } as const

/** Why the plant cannot lose this member; null when it can. */
export const findReasonToStay = (
  members: readonly MemberRow[],
  { userId, role }: Pick<MemberRow, 'userId' | 'role'>,
) => {
  const missing = findVacatedRole(
    role,
    members.filter((one) => one.userId !== userId),
  )
  return missing && lastOf[missing]
}

type LastMemberRefusal<Role extends PlantRole> = Role extends ClientRole ? 'LAST_OWNER' : 'LAST_ADMINISTRATOR'

/** Refuses to remove the last member of a required role. */
export function refuseLastMember<Role extends PlantRole>(
  work: Work<LastMemberRefusal<Role>>,
  members: readonly MemberRow[],
  member: { userId: string; role: Role },
): void
export function refuseLastMember(
  work: Work<LastMemberRefusal<PlantRole>>,
  members: readonly MemberRow[],
  member: { userId: string; role: PlantRole },
): void {
  const reason = findReasonToStay(members, member)
  if (reason) work.fail(reason)
}

/** Sets or removes the last day of a membership; the caller has locked the plant. */
export const setMembershipEnd: HandlersOf<typeof memberActions>['setMembershipEnd'] = async (context) => {
  const { work, input, caller, role } = context
  const { plantId, userId, endsOn } = input
  const now = work.now
  const members = await listMembers(work.tx, plantId, now)
  const member = members.find((one) => one.userId === userId) ?? work.fail('MEMBER_NOT_FOUND')
  work.audit.target({ kind: 'person', id: userId, name: member.name })
  const { zone } = await findPlantForMail(work.tx, plantId)
  if (endsOn !== null && endsOn < dayIn(now, zone)) return work.fail('END_DATE_PAST')
  if (endsOn !== null) refuseLastMember(work, members, member)
  work.audit.diff({ endsOn: member.endsOn }, { endsOn })
  // Saving the same end again must not repeat its reminders.
  if (member.endsOn !== endsOn) {
    const { endsAt } = (await setEnd(work.tx, { plantId, userId, endsOn })) ?? work.fail('MEMBER_NOT_FOUND')
    work.broadcast({ user: userId }, 'membershipEnds', {
      plant_id: plantId,
      userid: userId,
      until: endsAt?.toISOString() ?? null,
    })
  }
  const rows = await notifyMembers(work, plantId)
  return { plant_users: rows.map((row) => toPlantUser(row, { userId: caller.userId, role })) }
}
