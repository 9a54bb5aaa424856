import type { ErrorCode } from '@vigilux/contract/errors.ts'
import type { memberActions } from '@vigilux/contract/features/members/members.actions.ts'
import { isClientRole, type PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { User } from '../../kernel/caller.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import {
  deleteInvitation,
  listInvitations,
  listWaitingInvitations,
  lockInvitation,
  lockUnaccepted,
  markAccepted,
  markDeclined,
} from './invitations.store.ts'
import { findInvitationObstacle, hashOf, type InvitationObstacle, sendInvitation } from './invite.ts'
import {
  addMember,
  findPlantForMail,
  isOwnDelegate,
  listMemberIds,
  listMembers,
  type MemberRow,
  removeMember,
  setRole,
  toPlantUser,
} from './members.store.ts'
import { refuseLastMember, setMembershipEnd } from './membership-end.ts'
import { listEnded } from './membership-ends.store.ts'
import { notifyMembers } from './notify-members.ts'
import { recordInvitationCauses } from './record-invitation-causes.ts'

/** The caller has locked the plant. Each call looks up the role, so the change counts at once. */
const setMemberRole: HandlersOf<typeof memberActions>['setMemberRole'] = async (context) => {
  const { work, input, caller, role: callerRole } = context
  const { plantId, userId, role } = input
  const now = work.now
  const members = await listMembers(work.tx, plantId, now)
  const member = members.find((one) => one.userId === userId) ?? work.fail('MEMBER_NOT_FOUND')
  work.audit.target({ kind: 'person', id: userId, name: member.name })
  if (isClientRole(role) !== isClientRole(member.role)) return work.fail('ROLE_OF_OTHER_SIDE')
  if (role !== member.role) {
    refuseLastMember(work, members, member)
    work.audit.diff({ role: member.role }, { role })
    await setRole(work.tx, { plantId, userId, role })
    work.broadcast({ user: userId }, 'setMemberRole', { plant_id: plantId, userid: userId, role })
  }
  const rows = await notifyMembers(work, plantId)
  // A caller who just gave up the own role sees only the data of the new role.
  const viewer = {
    userId: caller.userId,
    role: caller.userId === userId && caller.usertype !== 'admin' ? role : callerRole,
  }
  return { plant_users: rows.map((row) => toPlantUser(row, viewer)) }
}

type Context<Code extends ErrorCode = never> = { work: Work<Code>; caller: User; role: PlantRole | null }
type Invite = {
  plantId: string
  email: string
  language?: Language | undefined
  endsOn?: string | null | undefined
}

/** A client owner sees and cancels only own invitations. */
const ownInvitationsFilter = ({ role, caller }: Pick<Context, 'role' | 'caller'>): string | null =>
  role === 'clientOwner' ? caller.userId : null

const membersFor = async (context: Context, plantId: string) => {
  const rows = await notifyMembers(context.work, plantId)
  const viewer = { userId: context.caller.userId, role: context.role }
  return { plant_users: rows.map((row) => toPlantUser(row, viewer)) }
}

/** Invitations are audited under their address; the link's token is stored nowhere. */
const auditInvitation = (work: Work, email: string): void =>
  work.audit.target({ kind: 'invitation', id: '', name: email })

const invite = async (
  context: Context<'NOT_ALLOWED' | InvitationObstacle>,
  { plantId, email, language, endsOn = null }: Invite,
  role: PlantRole,
) => {
  const { work } = context
  auditInvitation(work, email)
  work.audit.diff(null, { role, ...(endsOn && { endsOn }) })
  const now = work.now
  if (endsOn !== null && ownInvitationsFilter(context) !== null) return work.fail('NOT_ALLOWED')
  const plant = { plantId, ...(await findPlantForMail(work.tx, plantId)) }
  const refusal = await findInvitationObstacle(
    work.tx,
    plant,
    await listMembers(work.tx, plantId, now),
    { email, endsOn },
    now,
  )
  if (refusal) return work.fail(refusal)
  const id = await sendInvitation(context, plant, { email, endsOn, role, language })
  await notifyMembers(context.work, plantId)
  const [invitation] = (await listInvitations(work.tx, plantId, now, null)).filter((one) => one.id === id)
  if (!invitation) throw new Error('an invitation was sent and is not listed')
  return { invitation }
}

type Handlers = HandlersOf<typeof memberActions>

const resendInvitation: Handlers['resendInvitation'] = async ({ input, ...context }) => {
  const { plantId, invitationId } = input
  const senderFilter = ownInvitationsFilter(context)
  const row =
    (await lockUnaccepted(context.work.tx, plantId, invitationId, senderFilter)) ??
    context.work.fail('INVITATION_NOT_FOUND')
  const { role, email, endsOn, language } = row
  if (senderFilter !== null && role !== 'clientStaff') return context.work.fail('INVITATION_NOT_FOUND')
  await deleteInvitation(context.work.tx, plantId, invitationId, context.work.ports.clock.now(), senderFilter)
  return invite(context, { plantId, email, endsOn, language: language ?? undefined }, role)
}

const acceptInvite: Handlers['acceptInvite'] = async ({ work, input, caller }) => {
  const now = work.now
  const row =
    (await lockInvitation(work.tx, input.invitationId, caller.email, now)) ?? work.fail('INVITATION_NOT_FOUND')
  work.audit.setPlant(row.plantId)
  auditInvitation(work, row.email)
  if (row.acceptedAt && row.acceptedBy === caller.userId) {
    // Accepting a second time does not restore a member who was removed meanwhile.
    const members = (await listMemberIds(work.tx, [row.plantId], now)).get(row.plantId) ?? []
    return members.includes(caller.userId) ? { plant_id: row.plantId } : work.fail('INVITATION_NOT_FOUND')
  }
  if (row.declinedAt || row.deletedAt) return work.fail('INVITATION_NOT_FOUND')
  if (row.expiresAt <= now) return work.fail('INVITATION_EXPIRED')
  if (!row.isGood) return work.fail('INVITATION_NOT_FOUND')
  const role = row.role
  const { plantId, endsOn } = row
  work.audit.diff(null, { role, ...(endsOn && { endsOn }) })
  await addMember(work.tx, { plantId, userId: caller.userId, role, invitedBy: row.sentBy, since: now, endsOn })
  await markAccepted(work.tx, row.id, caller.userId, now)
  await recordInvitationCauses(work.tx, [row], 'invitationAccepted', now)
  await notifyMembers(work, row.plantId)
  work.broadcast({ user: caller.userId }, 'savePlant', { plant_id: row.plantId })
  return { plant_id: row.plantId }
}

const declineInvite: Handlers['declineInvite'] = async ({ work, input, caller }) => {
  const now = work.now
  const row =
    (await lockInvitation(work.tx, input.invitationId, caller.email, now)) ?? work.fail('INVITATION_NOT_FOUND')
  work.audit.setPlant(row.plantId)
  auditInvitation(work, row.email)
  if (row.declinedAt) return { invitationId: row.id }
  if (row.acceptedAt || row.deletedAt) return work.fail('INVITATION_NOT_FOUND')
  if (row.expiresAt <= now) return work.fail('INVITATION_EXPIRED')
  await markDeclined(work.tx, row.id, now)
  await recordInvitationCauses(work.tx, [row], 'invitationDeclined', now)
  await notifyMembers(work, row.plantId)
  return { invitationId: row.id }
}

const removeAndNotify = async (context: Context, plantId: string, { userId, name, role }: MemberRow) => {
  context.work.audit.target({ kind: 'person', id: userId, name })
  context.work.audit.diff({ role }, { role: null })
  await removeMember(context.work.tx, plantId, userId)
  context.work.broadcast({ user: userId }, 'membershipEnded', { plant_id: plantId, userid: userId })
  return membersFor(context, plantId)
}

export const memberHandlers: Handlers = {
  getPlantUsers: async ({ work, input, caller, role }) => {
    const rows = await listMembers(work.tx, input.plantId, work.now)
    return { plant_users: rows.map((row) => toPlantUser(row, { userId: caller.userId, role })) }
  },
  getEndedMembers: async ({ work, input: { plantId } }) => ({ members: await listEnded(work.tx, plantId) }),
  invitaCollab: ({ input, ...context }) => invite(context, input, input.role),
  invitaDelegato: ({ input, ...context }) => invite(context, input, 'clientStaff'),
  invitaCliente: ({ input, ...context }) => invite(context, input, 'clientOwner'),
  listaInviti: async ({ work, input, ...context }) => ({
    invitations: await listInvitations(work.tx, input.plantId, work.now, ownInvitationsFilter(context)),
  }),
  eliminaInvito: async ({ work, input, ...context }) => {
    const now = work.now
    const senderFilter = ownInvitationsFilter(context)
    const email = await deleteInvitation(work.tx, input.plantId, input.invitationId, now, senderFilter)
    auditInvitation(work, email ?? work.fail('INVITATION_NOT_FOUND'))
    await notifyMembers(work, input.plantId)
    return { invitations: await listInvitations(work.tx, input.plantId, now, senderFilter) }
  },
  checkInvitoPendente: async ({ work, input, caller }) => {
    const token = input.invite ? hashOf(input.invite) : null
    return { invitations: await listWaitingInvitations(work.tx, caller.email, token, work.now) }
  },
  resendInvitation,
  acceptInvite,
  declineInvite,
  setMembershipEnd,
  setMemberRole,
  rimuoviCollab: async ({ input, ...context }) => {
    const members = await listMembers(context.work.tx, input.plantId, context.work.ports.clock.now())
    const member = members.find((one) => one.userId === input.userId)
    if (!member || isClientRole(member.role)) return context.work.fail('MEMBER_NOT_FOUND')
    refuseLastMember(context.work, members, { userId: member.userId, role: member.role })
    return removeAndNotify(context, input.plantId, member)
  },
  rimuoviDelegato: async ({ input, ...context }) => {
    const members = await listMembers(context.work.tx, input.plantId, context.work.ports.clock.now())
    const senderFilter = ownInvitationsFilter(context)
    const member = members.find((one) => one.userId === input.userId)
    if (!member || !isClientRole(member.role)) return context.work.fail('MEMBER_NOT_FOUND')
    if (senderFilter !== null && !isOwnDelegate(member, senderFilter)) return context.work.fail('NOT_ALLOWED')
    refuseLastMember(context.work, members, { userId: member.userId, role: member.role })
    return removeAndNotify(context, input.plantId, member)
  },
}
