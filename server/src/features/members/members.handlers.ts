import { createHash, randomBytes } from 'node:crypto'
import { invitationValidDays } from '@vigilux/contract/features/members/member.ts'
import type { memberActions } from '@vigilux/contract/features/members/members.actions.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Announce } from '../../kernel/announce.ts'
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
import { addMember, findPlantName, listMembers, removeMember, toPlantUser } from './members.store.ts'

type Context = { tx: Tx; announce: Announce; ports: Ports; caller: User; role: PlantRole | null }
type Invite = { plantId: string; email: string; language?: Language | undefined }

const dayMs = 86_400_000
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A client owner sees and ends only what they began themselves. */
const onlyOwn = ({ role, caller }: Pick<Context, 'role' | 'caller'>): string | null =>
  role === 'clientOwner' ? caller.userId : null

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

const invite = async (context: Context, { plantId, email, language }: Invite, role: PlantRole) => {
  const { tx, ports, caller } = context
  const now = ports.clock.now()
  if ((await listMembers(tx, plantId)).some((member) => member.email === email)) return fail('ALREADY_MEMBER')
  if (await findPending(tx, plantId, email, now)) return fail('ALREADY_INVITED')
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now.getTime() + invitationValidDays * dayMs)
  const row = { plantId, email, role, tokenHash: hashOf(token), sentBy: caller.userId, sentAt: now, expiresAt }
  const id = await insertInvitation(tx, row)
  const spoken = language ?? caller.language
  await ports.mail.send(tx, {
    to: email,
    language: spoken,
    template: 'invitation',
    values: {
      sender: caller.name,
      plant: await findPlantName(tx, plantId),
      role: `role.${role}`,
      expires: expiresAt.toISOString(),
      url: `${ports.settings.publicUrl}/#/home?invite=${token}&inviteType=${role}`,
    },
  })
  const [invitation] = (await listInvitations(tx, plantId, now, null)).filter((one) => one.id === id)
  return { invitation: invitation ?? fail('INVITATION_NOT_FOUND') }
}

type Handlers = HandlersOf<typeof memberActions>

const acceptInvite: Handlers['acceptInvite'] = async ({ input, caller, tx, announce, ports, fail }) => {
  const now = ports.clock.now()
  const row = (await lockInvitation(tx, input.invitationId, caller.email)) ?? fail('INVITATION_NOT_FOUND')
  if (row.acceptedAt && row.acceptedBy === caller.userId) return { plant_id: row.plantId }
  if (row.declinedAt || row.deletedAt) return fail('INVITATION_NOT_FOUND')
  if (row.expiresAt <= now) return fail('INVITATION_EXPIRED')
  const role = row.role
  await addMember(tx, { plantId: row.plantId, userId: caller.userId, role, invitedBy: row.sentBy, since: now })
  await markAccepted(tx, row.id, caller.userId, now)
  await notifyMembers({ tx, announce }, row.plantId)
  announce({ user: caller.userId }, 'savePlant', { plant_id: row.plantId })
  return { plant_id: row.plantId }
}

const declineInvite: Handlers['declineInvite'] = async ({ input, caller, tx, ports, fail }) => {
  const now = ports.clock.now()
  const row = (await lockInvitation(tx, input.invitationId, caller.email)) ?? fail('INVITATION_NOT_FOUND')
  if (row.declinedAt) return { invitationId: row.id }
  if (row.acceptedAt || row.deletedAt) return fail('INVITATION_NOT_FOUND')
  if (row.expiresAt <= now) return fail('INVITATION_EXPIRED')
  await markDeclined(tx, row.id, now)
  return { invitationId: row.id }
}

const remove = async (context: Context, plantId: string, userId: string) => {
  await removeMember(context.tx, plantId, userId)
  context.announce({ user: userId }, 'membershipEnded', { plant_id: plantId, userid: userId })
  return membersFor(context, plantId)
}

const clientRoles: readonly string[] = ['clientOwner', 'clientStaff']

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
  eliminaInvito: async ({ input, tx, ports, fail, ...context }) => {
    const now = ports.clock.now()
    const own = onlyOwn(context)
    if (!(await deleteInvitation(tx, input.plantId, input.invitationId, now, own))) return fail('INVITATION_NOT_FOUND')
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
    const member = members.find((one) => one.userId === input.userId) ?? fail('MEMBER_NOT_FOUND')
    const administrators = members.filter((one) => one.role === 'installerAdministrator')
    if (member.role === 'installerAdministrator' && administrators.length === 1) return fail('LAST_ADMINISTRATOR')
    return remove(context, input.plantId, input.userId)
  },
  rimuoviDelegato: async ({ input, fail, ...context }) => {
    const members = await listMembers(context.tx, input.plantId)
    const own = onlyOwn(context)
    const member = members.find(
      (one) => one.userId === input.userId && clientRoles.includes(one.role) && (own === null || one.invitedBy === own),
    )
    return member ? remove(context, input.plantId, input.userId) : fail('MEMBER_NOT_FOUND')
  },
}
