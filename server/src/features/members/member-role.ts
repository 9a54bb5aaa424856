import type { memberActions } from '@vigilux/contract/features/members/members.actions.ts'
import { isClientRole } from '@vigilux/contract/kernel/permissions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { listMembers, setRole, toPlantUser } from './members.store.ts'
import { refuseLastMember } from './membership-end.ts'
import { notifyMembers } from './notify-members.ts'

/** Changes a member's role; the caller has locked the plant. Every call looks up the role, so the new role counts at once on every node. */
export const setMemberRole: HandlersOf<typeof memberActions>['setMemberRole'] = async (context) => {
  const { work, input, caller, role: callerRole, fail } = context
  const { plantId, userId, role } = input
  const now = work.now
  const members = await listMembers(work.tx, plantId, now)
  const member = members.find((one) => one.userId === userId) ?? fail('MEMBER_NOT_FOUND')
  work.audit.target({ kind: 'person', id: userId, name: member.name })
  if (isClientRole(role) !== isClientRole(member.role)) return fail('ROLE_OF_OTHER_SIDE')
  if (role !== member.role) {
    refuseLastMember(members, member)
    work.audit.diff({ role: member.role }, { role })
    await setRole(work.tx, { plantId, userId, role })
    work.broadcast({ user: userId }, 'setMemberRole', { plant_id: plantId, userid: userId, role })
  }
  const rows = await notifyMembers(work, plantId)
  // A caller who just gave up the own role sees only what the new role may see.
  const viewer = {
    userId: caller.userId,
    role: caller.userId === userId && caller.usertype !== 'admin' ? role : callerRole,
  }
  return { plant_users: rows.map((row) => toPlantUser(row, viewer)) }
}
