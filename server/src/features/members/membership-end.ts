import { findVacatedRole } from '@vigilux/contract/features/members/member.rules.ts'
import type { memberActions } from '@vigilux/contract/features/members/members.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
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

/** Refuses to remove the last member of a role that the plant needs. */
export const refuseLastMember = (members: readonly MemberRow[], member: Pick<MemberRow, 'userId' | 'role'>): void => {
  const reason = findReasonToStay(members, member)
  if (reason) fail(reason)
}

/** Sets or removes the last day of a membership; the caller has locked the plant. */
export const setMembershipEnd: HandlersOf<typeof memberActions>['setMembershipEnd'] = async (context) => {
  const { work, input, caller, role, fail } = context
  const { plantId, userId, endsOn } = input
  const now = work.now
  const members = await listMembers(work.tx, plantId, now)
  const member = members.find((one) => one.userId === userId) ?? fail('MEMBER_NOT_FOUND')
  work.audit.target({ kind: 'person', id: userId, name: member.name })
  const { zone } = await findPlantForMail(work.tx, plantId)
  if (endsOn !== null && endsOn < dayIn(now, zone)) return fail('END_DATE_PAST')
  if (endsOn !== null) refuseLastMember(members, member)
  work.audit.diff({ endsOn: member.endsOn }, { endsOn })
  // Saving the same end again must not repeat its reminders.
  if (member.endsOn !== endsOn) {
    const { endsAt } = (await setEnd(work.tx, { plantId, userId, endsOn })) ?? fail('MEMBER_NOT_FOUND')
    work.broadcast({ user: userId }, 'membershipEnds', {
      plant_id: plantId,
      userid: userId,
      until: endsAt?.toISOString() ?? null,
    })
  }
  const rows = await notifyMembers(work, plantId)
  return { plant_users: rows.map((row) => toPlantUser(row, { userId: caller.userId, role })) }
}
