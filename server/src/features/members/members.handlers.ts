import type { memberActions } from '@vigilux/contract/features/members/members.actions.ts'
import { isClientRole, type PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Announce } from '../../kernel/announce.ts'
import { about, changed, inPlant } from '../../kernel/audit-notes.ts'
import type { User } from '../../kernel/caller.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { listEnded } from './ends.store.ts'
import {
  deleteInvitation,
  listInvitations,
  listWaiting,
  lockInvitation,
  lockUnaccepted,
  markAccepted,
  markDeclined,
} from './invitations.store.ts'
import { hashOf, sendInvitation, whyNotInvited } from './invite.ts'
import { setMemberRole } from './member-role.ts'
import {
  addMember,
  findPlantForMail,
  isOwnDelegate,
  listMembers,
  type MemberRow,
  memberIds,
  removeMember,
  toPlantUser,
} from './members.store.ts'
import { refuseLast, setMembershipEnd } from './membership-end.ts'
import { noteInvitations } from './note-invitations.ts'
import { notifyMembers } from './notify-members.ts'

type Context = { tx: Tx; announce: Announce; ports: Ports; caller: User; role: PlantRole | null }
type Invite = {
  plantId: string
  email: string
  language?: Language | undefined
  endsOn?: string | null | undefined
}

/** A client owner sees and ends only what they began themselves. */
const onlyOwn = ({ role, caller }: Pick<Context, 'role' | 'caller'>): string | null =>
  role === 'clientOwner' ? caller.userId : null

const membersFor = async (context: Context, plantId: string) => {
  const rows = await notifyMembers(context, plantId, context.ports.clock.now())
  const viewer = { userId: context.caller.userId, role: context.role }
  return { plant_users: rows.map((row) => toPlantUser(row, viewer)) }
}

/** Invitations are named by the address that they went to; the token of the link is nowhere kept. */
const aboutInvitation = (tx: Tx, email: string): void => about(tx, { kind: 'invitation', id: '', name: email })

const invite = async (context: Context, { plantId, email, language, endsOn = null }: Invite, role: PlantRole) => {
  const { tx, ports } = context
  aboutInvitation(tx, email)
  changed(tx, null, { role, ...(endsOn && { endsOn }) })
  const now = ports.clock.now()
  if (endsOn !== null && onlyOwn(context) !== null) return fail('NOT_ALLOWED')
  const plant = { plantId, ...(await findPlantForMail(tx, plantId)) }
  const refusal = await whyNotInvited(tx, plant, await listMembers(tx, plantId, now), { email, endsOn }, now)
  if (refusal) return fail(refusal)
  const id = await sendInvitation(context, plant, { email, endsOn, role, language })
  await notifyMembers(context, plantId, now)
  const [invitation] = (await listInvitations(tx, plantId, now, null)).filter((one) => one.id === id)
  return { invitation: invitation ?? fail('INVITATION_NOT_FOUND') }
}

type Handlers = HandlersOf<typeof memberActions>

const resendInvitation: Handlers['resendInvitation'] = async ({ input, fail, ...context }) => {
  const { plantId, invitationId } = input
  const own = onlyOwn(context)
  const row = (await lockUnaccepted(context.tx, plantId, invitationId, own)) ?? fail('INVITATION_NOT_FOUND')
  const { role, email, endsOn, language } = row
  if (own !== null && role !== 'clientStaff') return fail('INVITATION_NOT_FOUND')
  await deleteInvitation(context.tx, plantId, invitationId, context.ports.clock.now(), own)
  return invite(context, { plantId, email, endsOn, language: language ?? undefined }, role)
}

const acceptInvite: Handlers['acceptInvite'] = async ({ input, caller, tx, announce, ports, fail }) => {
  const now = ports.clock.now()
  const row = (await lockInvitation(tx, input.invitationId, caller.email, now)) ?? fail('INVITATION_NOT_FOUND')
  inPlant(tx, row.plantId)
  aboutInvitation(tx, row.email)
  if (row.acceptedAt && row.acceptedBy === caller.userId) {
    // Who was removed since then is no member by saying so again.
    const members = (await memberIds(tx, [row.plantId], now)).get(row.plantId) ?? []
    return members.includes(caller.userId) ? { plant_id: row.plantId } : fail('INVITATION_NOT_FOUND')
  }
  if (row.declinedAt || row.deletedAt) return fail('INVITATION_NOT_FOUND')
  if (row.expiresAt <= now) return fail('INVITATION_EXPIRED')
  if (!row.isGood) return fail('INVITATION_NOT_FOUND')
  const role = row.role
  const { plantId, endsOn } = row
  changed(tx, null, { role, ...(endsOn && { endsOn }) })
  await addMember(tx, { plantId, userId: caller.userId, role, invitedBy: row.sentBy, since: now, endsOn })
  await markAccepted(tx, row.id, caller.userId, now)
  await noteInvitations(tx, [row], 'invitationAccepted', now)
  await notifyMembers({ tx, announce }, row.plantId, now)
  announce({ user: caller.userId }, 'savePlant', { plant_id: row.plantId })
  return { plant_id: row.plantId }
}

const declineInvite: Handlers['declineInvite'] = async ({ input, caller, tx, announce, ports, fail }) => {
  const now = ports.clock.now()
  const row = (await lockInvitation(tx, input.invitationId, caller.email, now)) ?? fail('INVITATION_NOT_FOUND')
  inPlant(tx, row.plantId)
  aboutInvitation(tx, row.email)
  if (row.declinedAt) return { invitationId: row.id }
  if (row.acceptedAt || row.deletedAt) return fail('INVITATION_NOT_FOUND')
  if (row.expiresAt <= now) return fail('INVITATION_EXPIRED')
  await markDeclined(tx, row.id, now)
  await noteInvitations(tx, [row], 'invitationDeclined', now)
  await notifyMembers({ tx, announce }, row.plantId, now)
  return { invitationId: row.id }
}

const remove = async (context: Context, plantId: string, { userId, name, role }: MemberRow) => {
  about(context.tx, { kind: 'person', id: userId, name })
  changed(context.tx, { role }, { role: null })
  await removeMember(context.tx, plantId, userId)
  context.announce({ user: userId }, 'membershipEnded', { plant_id: plantId, userid: userId })
  return membersFor(context, plantId)
}

export const memberHandlers: Handlers = {
  getPlantUsers: async ({ input, caller, role, tx, ports }) => {
    const rows = await listMembers(tx, input.plantId, ports.clock.now())
    return { plant_users: rows.map((row) => toPlantUser(row, { userId: caller.userId, role })) }
  },
  getEndedMembers: async ({ input: { plantId }, tx }) => ({ members: await listEnded(tx, plantId) }),
  invitaCollab: ({ input, ...context }) => invite(context, input, input.role),
  invitaDelegato: ({ input, ...context }) => invite(context, input, 'clientStaff'),
  invitaCliente: ({ input, ...context }) => invite(context, input, 'clientOwner'),
  listaInviti: async ({ input, tx, ports, ...context }) => ({
    invitations: await listInvitations(tx, input.plantId, ports.clock.now(), onlyOwn(context)),
  }),
  eliminaInvito: async ({ input, tx, announce, ports, fail, ...context }) => {
    const now = ports.clock.now()
    const own = onlyOwn(context)
    const email = await deleteInvitation(tx, input.plantId, input.invitationId, now, own)
    aboutInvitation(tx, email ?? fail('INVITATION_NOT_FOUND'))
    await notifyMembers({ tx, announce }, input.plantId, now)
    return { invitations: await listInvitations(tx, input.plantId, now, own) }
  },
  checkInvitoPendente: async ({ input, caller, tx, ports }) => {
    const token = input.invite ? hashOf(input.invite) : null
    return { invitations: await listWaiting(tx, caller.email, token, ports.clock.now()) }
  },
  resendInvitation,
  acceptInvite,
  declineInvite,
  setMembershipEnd,
  setMemberRole,
  rimuoviCollab: async ({ input, fail, ...context }) => {
    const members = await listMembers(context.tx, input.plantId, context.ports.clock.now())
    const member = members.find((one) => one.userId === input.userId)
    if (!member || isClientRole(member.role)) return fail('MEMBER_NOT_FOUND')
    refuseLast(members, member)
    return remove(context, input.plantId, member)
  },
  rimuoviDelegato: async ({ input, fail, ...context }) => {
    const members = await listMembers(context.tx, input.plantId, context.ports.clock.now())
    const own = onlyOwn(context)
    const member = members.find((one) => one.userId === input.userId)
    if (!member || !isClientRole(member.role)) return fail('MEMBER_NOT_FOUND')
    if (own !== null && !isOwnDelegate(member, own)) return fail('NOT_ALLOWED')
    refuseLast(members, member)
    return remove(context, input.plantId, member)
  },
}
