import { createHash, randomBytes } from 'node:crypto'
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
import {
  deleteInvitation,
  findPending,
  insertInvitation,
  listInvitations,
  listWaiting,
  lockInvitation,
  markAccepted,
  markDeclined,
} from './invitations.store.ts'

import { addMember, findPlantForMail, listMembers, type MemberRow, removeMember, toPlantUser } from './members.store.ts'

type Context = { tx: Tx; announce: Announce; ports: Ports; caller: User; role: PlantRole | null }
type Invite = { plantId: string; email: string; language?: Language | undefined }

const dayMs = 86_400_000
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A client owner sees and ends only what they began themselves. */
const onlyOwn = ({ role, caller }: Pick<Context, 'role' | 'caller'>): string | null =>
  role === 'clientOwner' ? caller.userId : null

/** Tells who watches the plant of its members, which is also when each reads the invitations anew that it may see. */
const notifyMembers = async ({ tx, announce }: Pick<Context, 'tx' | 'announce'>, plantId: string) => {
  const rows = await listMembers(tx, plantId)
  // Addresses are not for every watcher: each fetches what its own role may see.
  const plant_users = rows.map((row) => toPlantUser(row, { userId: '', role: null }))
  announce({ plant: plantId }, 'plantUsers', { plant_id: plantId, plant_users })
  return rows
}

const membersFor = async (context: Context, plantId: string) => {
  const rows = await notifyMembers(context, plantId)
  const viewer = { userId: context.caller.userId, role: context.role }
  return { plant_users: rows.map((row) => toPlantUser(row, viewer)) }
}

/** Invitations are named by the address that they went to; the token of the link is nowhere kept. */
const aboutInvitation = (tx: Tx, email: string): void => about(tx, { kind: 'invitation', id: '', name: email })

const invite = async (context: Context, { plantId, email, language }: Invite, role: PlantRole) => {
  const { tx, ports, caller } = context
  aboutInvitation(tx, email)
  changed(tx, null, { role })
  const now = ports.clock.now()
  if ((await listMembers(tx, plantId)).some((member) => member.email === email)) return fail('ALREADY_MEMBER')
  if (await findPending(tx, plantId, email, now)) return fail('ALREADY_INVITED')
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now.getTime() + ports.settings.limits.invitationDays * dayMs)
  const row = { plantId, email, role, tokenHash: hashOf(token), sentBy: caller.userId, sentAt: now, expiresAt }
  const id = await insertInvitation(tx, row)
  const spoken = language ?? caller.language
  await ports.mail.send(tx, {
    to: email,
    language: spoken,
    template: 'invitation',
    values: {
      sender: caller.name,
      ...(await findPlantForMail(tx, plantId)),
      role: `role.${role}`,
      expires: expiresAt.toISOString(),
      url: `${ports.settings.publicUrl}/#/home?invite=${token}&inviteType=${role}`,
    },
  })
  await notifyMembers(context, plantId)
  const [invitation] = (await listInvitations(tx, plantId, now, null)).filter((one) => one.id === id)
  return { invitation: invitation ?? fail('INVITATION_NOT_FOUND') }
}

type Handlers = HandlersOf<typeof memberActions>

const acceptInvite: Handlers['acceptInvite'] = async ({ input, caller, tx, announce, ports, fail }) => {
  const now = ports.clock.now()
  const row = (await lockInvitation(tx, input.invitationId, caller.email)) ?? fail('INVITATION_NOT_FOUND')
  inPlant(tx, row.plantId)
  aboutInvitation(tx, row.email)
  if (row.acceptedAt && row.acceptedBy === caller.userId) return { plant_id: row.plantId }
  if (row.declinedAt || row.deletedAt) return fail('INVITATION_NOT_FOUND')
  if (row.expiresAt <= now) return fail('INVITATION_EXPIRED')
  const role = row.role
  changed(tx, null, { role })
  await addMember(tx, { plantId: row.plantId, userId: caller.userId, role, invitedBy: row.sentBy, since: now })
  await markAccepted(tx, row.id, caller.userId, now)
  await notifyMembers({ tx, announce }, row.plantId)
  announce({ user: caller.userId }, 'savePlant', { plant_id: row.plantId })
  return { plant_id: row.plantId }
}

const declineInvite: Handlers['declineInvite'] = async ({ input, caller, tx, announce, ports, fail }) => {
  const now = ports.clock.now()
  const row = (await lockInvitation(tx, input.invitationId, caller.email)) ?? fail('INVITATION_NOT_FOUND')
  inPlant(tx, row.plantId)
  aboutInvitation(tx, row.email)
  if (row.declinedAt) return { invitationId: row.id }
  if (row.acceptedAt || row.deletedAt) return fail('INVITATION_NOT_FOUND')
  if (row.expiresAt <= now) return fail('INVITATION_EXPIRED')
  await markDeclined(tx, row.id, now)
  await notifyMembers({ tx, announce }, row.plantId)
  return { invitationId: row.id }
}

const remove = async (context: Context, plantId: string, { userId, name, role }: MemberRow) => {
  about(context.tx, { kind: 'person', id: userId, name })
  changed(context.tx, { role }, { role: null })
  await removeMember(context.tx, plantId, userId)
  context.announce({ user: userId }, 'membershipEnded', { plant_id: plantId, userid: userId })
  return membersFor(context, plantId)
}

/** Whether nobody else has this role in the plant. */
const isLastOf = (members: readonly { role: PlantRole }[], role: PlantRole): boolean =>
  members.filter((one) => one.role === role).length === 1

export const memberHandlers: Handlers = {
  getPlantUsers: async ({ input, caller, role, tx }) => {
    const rows = await listMembers(tx, input.plantId)
    return { plant_users: rows.map((row) => toPlantUser(row, { userId: caller.userId, role })) }
  },
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
    await notifyMembers({ tx, announce }, input.plantId)
    return { invitations: await listInvitations(tx, input.plantId, now, own) }
  },
  checkInvitoPendente: async ({ input, caller, tx, ports }) => {
    const token = input.invite ? hashOf(input.invite) : null
    return { invitations: await listWaiting(tx, caller.email, token, ports.clock.now()) }
  },
  acceptInvite,
  declineInvite,
  rimuoviCollab: async ({ input, fail, ...context }) => {
    const members = await listMembers(context.tx, input.plantId)
    const member = members.find((one) => one.userId === input.userId)
    if (!member || isClientRole(member.role)) return fail('MEMBER_NOT_FOUND')
    if (member.role === 'installerAdministrator' && isLastOf(members, member.role)) return fail('LAST_ADMINISTRATOR')
    return remove(context, input.plantId, member)
  },
  rimuoviDelegato: async ({ input, fail, ...context }) => {
    const members = await listMembers(context.tx, input.plantId)
    const own = onlyOwn(context)
    const member = members.find((one) => one.userId === input.userId)
    if (!member || !isClientRole(member.role)) return fail('MEMBER_NOT_FOUND')
    if (own !== null && (member.role === 'clientOwner' || member.invitedBy !== own)) return fail('MEMBER_NOT_FOUND')
    if (member.role === 'clientOwner' && isLastOf(members, member.role)) return fail('LAST_OWNER')
    return remove(context, input.plantId, member)
  },
}
