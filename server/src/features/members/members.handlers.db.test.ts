import { randomUUID } from 'node:crypto'
import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { addMember } from './members.store.ts'

let server: TestServer
let administrator: User
let owner: User
let staff: User
let plantId: string

beforeAll(async () => {
  server = await createTestServer()
  administrator = await server.create.user()
  owner = await server.create.user({ usertype: 'client' })
  staff = await server.create.user({ usertype: 'client' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  const members = {
    installerAdministrator: administrator.userId,
    clientOwner: owner.userId,
    clientStaff: staff.userId,
  }
  plantId = await server.create.plant({ members })
  server.broadcasts.length = 0
})

it('members who joined at one moment are always listed in the same order', async () => {
  const userIds = [administrator, owner, staff].map(({ userId }) => userId).toSorted()
  // The database returns equal rows as they were last written.
  for (const userId of userIds.toReversed())
    await server.database.db.execute(
      sql`update plant_member set since = '2026-01-05' where plant_id = ${plantId} and user_id = ${userId}`,
    )
  const { plant_users } = await server.as(administrator).call('getPlantUsers', { plantId })
  expect(plant_users.map(({ userid }) => userid)).toEqual(userIds)
})

const guest = () => ({ plantId, email: `${randomUUID()}@demo.vigilux.test` })

it.each([
  { action: 'invitaCollab', extraInput: { role: 'installerStaff' } },
  { action: 'invitaDelegato', extraInput: {} },
  { action: 'invitaCliente', extraInput: {} },
])('$action invites an address once and never a member', async ({ action, extraInput }) => {
  const administratorClient = server.as(administrator)
  expect(await administratorClient.refusal(action, { plantId, email: staff.email, ...extraInput })).toBe(
    'ALREADY_MEMBER',
  )
  const input = { ...guest(), ...extraInput }
  expect(await administratorClient.refusal(action, input)).toBeNull()
  expect(await administratorClient.refusal(action, input)).toBe('ALREADY_INVITED')
  const mails = server.mails.filter(({ to }) => to === input.email)
  expect(mails).toMatchObject([{ values: { plant: 'Scuola Demo', zone: 'Europe/Rome' } }])
})

it('an accepted invitation gives its plant and role once and is broadcast', async () => {
  const invitedUser = await server.create.user()
  const { invitation } = await server
    .as(administrator)
    .call('invitaCollab', { plantId, email: invitedUser.email, role: 'installerReadOnly' })
  const input = { invitationId: invitation.id }
  server.broadcasts.length = 0
  expect(await server.as(owner).refusal('acceptInvite', input)).toBe('INVITATION_NOT_FOUND')
  expect(await server.as(invitedUser).refusal('acceptInvite', { invitationId: randomUUID() })).toBe(
    'INVITATION_NOT_FOUND',
  )
  const accepted = await server.as(invitedUser).call('acceptInvite', input)
  expect(await server.as(invitedUser).call('acceptInvite', input)).toEqual(accepted)
  expect((await server.as(invitedUser).call('getPlantDetails', { plantId })).plant.role).toBe('installerReadOnly')
  expect(server.broadcasts.map(({ event }) => event)).toEqual(['plantUsers', 'savePlant'])
})

it('invitation events are broadcast without addresses', async () => {
  const invitedUser = await server.create.user()
  const collectBroadcasts = async (work: () => Promise<unknown>) => {
    server.broadcasts.length = 0
    await work()
    expect(JSON.stringify(server.broadcasts)).not.toContain(invitedUser.email)
    return server.broadcasts.map(({ event }) => event)
  }
  const administratorClient = server.as(administrator)
  const input = { plantId, email: invitedUser.email }
  let invitationId = ''
  const send = async () => {
    invitationId = (await administratorClient.call('invitaDelegato', input)).invitation.id
  }
  expect(await collectBroadcasts(send)).toEqual(['plantUsers'])
  expect(await collectBroadcasts(() => administratorClient.call('eliminaInvito', { plantId, invitationId }))).toEqual([
    'plantUsers',
  ])
  await send()
  expect(await collectBroadcasts(() => server.as(invitedUser).call('declineInvite', { invitationId }))).toEqual([
    'plantUsers',
  ])
})

it.each(['acceptInvite', 'declineInvite'])('%s is refused after the invitation has expired', async (action) => {
  const invitedUser = await server.create.user()
  const invitation = await server.as(administrator).call('invitaDelegato', { plantId, email: invitedUser.email })
  const before = server.clock.now()
  server.clock.time = new Date(before.getTime() + server.ports.settings.limits.invitationDays * 86_400_000)
  expect(await server.as(invitedUser).refusal(action, { invitationId: invitation.invitation.id })).toBe(
    'INVITATION_EXPIRED',
  )
  server.clock.time = before
})

const ownDelegates = ({ plant_users }: { plant_users: readonly PlantUser[] }): string[] =>
  plant_users.filter(({ ownDelegate }) => ownDelegate).map(({ userid }) => userid)

it('a client owner can only end own invitations and delegates', async () => {
  const { invitation: foreignInvitation } = await server.as(administrator).call('invitaDelegato', guest())
  const { invitation: ownInvitation } = await server.as(owner).call('invitaDelegato', guest())
  const ownerClient = server.as(owner)
  expect((await ownerClient.call('listaInviti', { plantId })).invitations.map(({ id }) => id)).toEqual([
    ownInvitation.id,
  ])
  expect(await ownerClient.refusal('eliminaInvito', { plantId, invitationId: foreignInvitation.id })).toBe(
    'INVITATION_NOT_FOUND',
  )
  const removedInvite = await ownerClient.call('eliminaInvito', { plantId, invitationId: ownInvitation.id })
  expect(removedInvite.invitations).toMatchObject([{ id: ownInvitation.id, state: 'deleted' }])
  // The owner did not invite this member.
  expect(await ownerClient.refusal('rimuoviDelegato', { plantId, userId: staff.userId })).toBe('NOT_ALLOWED')
  expect(ownDelegates(await ownerClient.call('getPlantUsers', { plantId }))).toEqual([])
})

it('an owner sees and can remove delegates that they invited', async () => {
  const invitedUser = await server.create.user()
  const { invitation } = await server.as(owner).call('invitaDelegato', { plantId, email: invitedUser.email })
  await server.as(invitedUser).call('acceptInvite', { invitationId: invitation.id })
  for (const [caller, expected] of [
    [owner, [invitedUser.userId]],
    [administrator, []],
    [invitedUser, []],
  ] as const)
    expect(ownDelegates(await server.as(caller).call('getPlantUsers', { plantId }))).toEqual(expected)
  const removedMember = await server.as(owner).call('rimuoviDelegato', { plantId, userId: invitedUser.userId })
  expect(removedMember.plant_users.map(({ userid }) => userid)).not.toContain(invitedUser.userId)
})

it('each side has its removal action, which keeps the last administrator or owner', async () => {
  const administratorClient = server.as(administrator)
  expect(await administratorClient.refusal('rimuoviCollab', { plantId, userId: randomUUID() })).toBe('MEMBER_NOT_FOUND')
  expect(await administratorClient.refusal('rimuoviCollab', { plantId, userId: administrator.userId })).toBe(
    'LAST_ADMINISTRATOR',
  )
  expect(await administratorClient.refusal('rimuoviDelegato', { plantId, userId: administrator.userId })).toBe(
    'MEMBER_NOT_FOUND',
  )
  for (const { userId } of [owner, staff])
    expect(await administratorClient.refusal('rimuoviCollab', { plantId, userId })).toBe('MEMBER_NOT_FOUND')
  expect(await administratorClient.refusal('rimuoviDelegato', { plantId, userId: owner.userId })).toBe('LAST_OWNER')
  expect(server.broadcasts).toEqual([])
  const second = await server.create.user({ usertype: 'client' })
  const invitedBy = owner.userId
  const since = server.clock.now()
  await addMember(server.database.db, { plantId, userId: second.userId, role: 'clientOwner', invitedBy, since })
  expect(await server.as(owner).refusal('rimuoviDelegato', { plantId, userId: second.userId })).toBe('NOT_ALLOWED')
  await administratorClient.call('rimuoviDelegato', { plantId, userId: staff.userId })
  const { plant_users } = await administratorClient.call('rimuoviDelegato', { plantId, userId: owner.userId })
  expect(plant_users.map(({ userid }) => userid).toSorted()).toEqual([administrator.userId, second.userId].toSorted())
  expect(await server.as(owner).refusal('getPlantUsers', { plantId })).toBe('PLANT_NOT_FOUND')
  expect(server.broadcasts.map(({ event }) => event)).toEqual([
    'membershipEnded',
    'plantUsers',
    'membershipEnded',
    'plantUsers',
  ])
})

it('administrators see all addresses, and others only their own', async () => {
  const addresses = async (caller: User) =>
    (await server.as(caller).call('getPlantUsers', { plantId })).plant_users.flatMap(({ email }) => email ?? [])
  expect((await addresses(administrator)).sort()).toEqual(
    [administrator, owner, staff].map(({ email }) => email).sort(),
  )
  expect(await addresses(staff)).toEqual([staff.email])
})
