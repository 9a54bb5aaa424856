import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { takeTurn } from '../../testing/take-turn.ts'
import { createTestServer, plantChange, type TestServer } from '../../testing/test-server.ts'
import { addMember, listMembers } from './members.store.ts'
import { membershipExpiryTask, membershipReminderTask } from './membership-end-task.ts'

let server: TestServer
let administrator: User
let staff: User
let owner: User
let delegate: User
let plantId: string
/** Noon of 10 March in Rome, the plant's zone. */
const noon = new Date('2026-03-10T11:00:00Z')
const midnight = new Date('2026-03-10T23:00:00Z')
const days = (count: number) => new Date(noon.getTime() + count * 86_400_000)

beforeAll(async () => {
  server = await createTestServer()
  administrator = await server.create.user()
  staff = await server.create.user()
  owner = await server.create.user({ usertype: 'client' })
  delegate = await server.create.user({ usertype: 'client' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.time = noon
  // Ends the memberships left by earlier tests.
  await server.database.db.execute(sql`delete from plant_member`)
  const people = { installerAdministrator: administrator.userId, installerStaff: staff.userId }
  plantId = await server.create.plant({ members: { ...people, clientOwner: owner.userId } })
  const since = server.clock.now()
  const membership = { plantId, userId: delegate.userId, role: 'clientStaff', invitedBy: owner.userId, since } as const
  await addMember(server.database.db, membership)
  server.broadcasts.length = 0
  server.mails.length = 0
})

const setEnd = (member: User, endsOn: string | null, caller = administrator) =>
  server.as(caller).call('setMembershipEnd', { plantId, userId: member.userId, endsOn })
const refusal = (member: { userId: string }, endsOn: string | null, caller = administrator) =>
  server.as(caller).refusal('setMembershipEnd', { plantId, userId: member.userId, endsOn })
const endMemberships = async () => {
  const parts = { ports: server.ports, inTransaction: server.inTransaction, db: server.database.db }
  await takeTurn(membershipExpiryTask, parts)
  await takeTurn(membershipReminderTask, parts)
}
const canRead = async (caller: User) => (await server.as(caller).refusal('getPlantUsers', { plantId })) === null
const mailsTo = (member: User) => server.mails.filter(({ to }) => to === member.email)

it('an end date can be set, changed and removed, and members see it', async () => {
  const endOf = async (caller: User) =>
    (await server.as(caller).call('getPlantUsers', { plantId })).plant_users.find(
      ({ userid }) => userid === staff.userId,
    )?.endsOn
  await setEnd(staff, '2026-03-31')
  expect(await endOf(administrator)).toBe('2026-03-31')
  expect(await endOf(owner)).toBe('2026-03-31')
  expect(server.broadcasts).toMatchObject([
    { audience: { user: staff.userId }, event: 'membershipEnds', data: { until: '2026-03-31T22:00:00.000Z' } },
    { audience: { plant: plantId }, event: 'plantUsers' },
  ])
  server.clock.time = new Date(noon.getTime() + 1000)
  const changed = await setEnd(staff, '2026-04-30')
  expect(changed.plant_users.find(({ userid }) => userid === staff.userId)?.endsOn).toBe('2026-04-30')
  server.clock.time = new Date(noon.getTime() + 2000)
  await setEnd(staff, null)
  expect(await endOf(staff)).toBeNull()
  const { entries } = await server.as(administrator).call('getAudit', { plantId })
  const fields = entries.filter(({ action }) => action === 'setMembershipEnd').map(({ changes }) => changes)
  expect(fields).toEqual([
    [{ field: 'endsOn', before: '2026-04-30', after: null }],
    [{ field: 'endsOn', before: '2026-03-31', after: '2026-04-30' }],
    [{ field: 'endsOn', before: null, after: '2026-03-31' }],
  ])
})

it('the end date is today or later in the plant zone and needs a member', async () => {
  expect(await refusal(staff, '2026-03-09')).toBe('END_DATE_PAST')
  expect(await refusal(staff, '2026-03-10')).toBeNull()
  // Five past midnight in Rome; in UTC it is the day before.
  server.clock.time = new Date('2026-03-11T23:05:00Z')
  expect(await refusal(owner, '2026-03-11')).toBe('END_DATE_PAST')
  expect(await refusal({ userId: randomUUID() }, '2026-04-01')).toBe('MEMBER_NOT_FOUND')
  expect(await refusal(staff, null)).toBe('MEMBER_NOT_FOUND')
})

it('only installer administrators can set an end date', async () => {
  for (const caller of [staff, owner, delegate])
    expect(await refusal(delegate, '2026-04-01', caller)).toBe('NOT_ALLOWED')
  expect(await refusal(delegate, '2026-04-01', await server.create.user())).toBe('PLANT_NOT_FOUND')
  const invite = { plantId, email: `${randomUUID()}@demo.vigilux.test`, endsOn: '2026-04-01' }
  expect(await server.as(owner).refusal('invitaDelegato', invite)).toBe('NOT_ALLOWED')
  expect(await server.as(administrator).refusal('invitaDelegato', invite)).toBeNull()
})

it('one administrator and one owner must remain without an end date', async () => {
  expect(await refusal(administrator, '2026-04-01')).toBe('LAST_ADMINISTRATOR')
  expect(await refusal(owner, '2026-04-01')).toBe('LAST_OWNER')
  const second = await server.create.user()
  const since = server.clock.now()
  const member = { plantId, userId: second.userId, role: 'installerAdministrator', invitedBy: null, since } as const
  await addMember(server.database.db, member)
  expect(await refusal(second, '2026-04-01')).toBeNull()
  expect(await refusal(administrator, '2026-04-01')).toBe('LAST_ADMINISTRATOR')
  const remove = { plantId, userId: administrator.userId }
  expect(await server.as(second).refusal('rimuoviCollab', remove)).toBe('LAST_ADMINISTRATOR')
  expect((await server.as(administrator).call('getPlantsToHandOver', {})).total).toBeGreaterThan(0)
})

it('suspended administrators and owners do not count as replacements', async () => {
  const since = server.clock.now()
  for (const [suspended, role, last] of [
    [administrator, 'installerAdministrator', 'LAST_ADMINISTRATOR'],
    [owner, 'clientOwner', 'LAST_OWNER'],
  ] as const) {
    const second = await server.create.user({ suspended: true })
    await addMember(server.database.db, { plantId, userId: second.userId, role, invitedBy: null, since })
    expect(await refusal(suspended, '2026-04-01')).toBe(last)
    const removeAction = role === 'clientOwner' ? 'rimuoviDelegato' : 'rimuoviCollab'
    expect(await server.as(administrator).refusal(removeAction, { plantId, userId: suspended.userId })).toBe(last)
    const { plants } = await server.as(suspended).call('getPlantsToHandOver', {})
    expect(plants.map(({ plant_id }) => plant_id)).toContain(plantId)
    const { plant_users } = await server.as(administrator).call('getPlantUsers', { plantId })
    expect(plant_users.filter((one) => one.suspended).map(({ userid }) => userid)).toContain(second.userId)
  }
})

it('access ends after the last day without a cleanup', async () => {
  const unit = await server.create.unit(plantId, 'logica', '0ABE01')
  await setEnd(staff, '2026-03-10')
  server.clock.time = new Date(midnight.getTime() - 1)
  expect(await canRead(staff)).toBe(true)
  server.clock.time = midnight
  expect(await canRead(staff)).toBe(false)
  const client = server.as(staff)
  expect((await client.call('getAllPlants', {})).plants.map(({ plant_id }) => plant_id)).not.toContain(plantId)
  expect((await client.call('findAnything', { text: unit.slice(-6) })).units).toEqual([])
  expect((await client.call('findAnything', { text: 'Scuola' })).plants).toEqual([])
  expect((await client.call('getAllCuInfo', {})).units).toEqual([])
  expect((await client.call('getOwnData', {})).memberships).toEqual([])
  expect((await client.call('getTestMonth', { month: '2026-03' })).tests).toEqual([])
  expect(await client.refusal('getPlantDetails', { plantId })).toBe('PLANT_NOT_FOUND')
  expect(await client.refusal('saveCu', { plantId, cuType: 'logica', cuId: '0ABE02' })).toBe('PLANT_NOT_FOUND')
  const { plant_users } = await server.as(owner).call('getPlantUsers', { plantId })
  expect(plant_users.map(({ userid }) => userid)).not.toContain(staff.userId)
  expect((await server.as(owner).call('getPlantDetails', { plantId })).plant.plant_users).toHaveLength(3)
})

it('the end date follows the plant into another zone', async () => {
  await setEnd(staff, '2026-03-10')
  const { version } = (await server.as(administrator).call('getPlantDetails', { plantId })).plant
  const plant = { ...plantChange(), timezone: 'America/New_York' }
  await server.as(administrator).call('updatePlant', { plantId, plant, version })
  server.clock.time = midnight
  expect(await canRead(staff)).toBe(true)
  server.clock.time = new Date('2026-03-11T04:00:00Z')
  expect(await canRead(staff)).toBe(false)
})

it('the socket of a watcher gets the end time', async () => {
  const endBroadcasts: unknown[] = []
  const { watch } = server.ports.watchers
  server.ports.watchers.watch = async (_socket, _user, plant) => endBroadcasts.push(plant) > 0
  await setEnd(staff, '2026-03-10')
  const socketId = `0a1b2c3d.${randomUUID()}`
  for (const caller of [staff, owner]) await server.as(caller).call('getPlantDetails', { plantId, socketId })
  server.ports.watchers.watch = watch
  expect(endBroadcasts).toEqual([
    { plantId, until: midnight },
    { plantId, until: null },
  ])
})

it('an ended membership is removed once across nodes, and its socket closed', async () => {
  await setEnd(staff, '2026-03-10')
  await setEnd(delegate, '2026-03-11')
  server.broadcasts.length = 0
  server.clock.time = midnight
  await Promise.all([endMemberships(), endMemberships(), endMemberships()])
  expect(server.broadcasts).toMatchObject([
    { audience: { user: staff.userId }, event: 'membershipEnded' },
    { audience: { plant: plantId }, event: 'plantUsers' },
  ])
  expect(await listMembers(server.database.db, plantId, noon)).toHaveLength(3)
})

it('a person can join again after an ended membership', async () => {
  await setEnd(staff, '2026-03-10')
  server.clock.time = midnight
  const invite = { plantId, email: staff.email, role: 'installerReadOnly' as const, endsOn: '2026-03-20' }
  const { invitation } = await server.as(administrator).call('invitaCollab', invite)
  await server.as(staff).call('acceptInvite', { invitationId: invitation.id })
  const { plant } = await server.as(staff).call('getPlantDetails', { plantId })
  expect(plant.role).toBe('installerReadOnly')
  expect(plant.plant_users.find(({ userid }) => userid === staff.userId)?.endsOn).toBe('2026-03-20')
})

it('an invitation contains the last day and expires after it', async () => {
  const guest = await server.create.user()
  const invite = { plantId, email: guest.email, role: 'installerStaff' as const }
  const administratorClient = server.as(administrator)
  expect(await administratorClient.refusal('invitaCollab', { ...invite, endsOn: '2026-03-09' })).toBe('END_DATE_PAST')
  for (const action of ['invitaDelegato', 'invitaCliente'])
    expect(await administratorClient.refusal(action, { plantId, email: guest.email, endsOn: '2026-03-09' })).toBe(
      'END_DATE_PAST',
    )
  const { invitation } = await administratorClient.call('invitaCollab', { ...invite, endsOn: '2026-03-12' })
  expect(invitation).toMatchObject({ endsOn: '2026-03-12', expiresAt: '2026-03-12T23:00:00.000Z' })
  expect((await server.as(guest).call('checkInvitoPendente', {})).invitations).toMatchObject([{ endsOn: '2026-03-12' }])
  server.clock.time = new Date('2026-03-12T23:00:00Z')
  const accept = { invitationId: invitation.id }
  expect(await server.as(guest).refusal('acceptInvite', accept)).toBe('INVITATION_EXPIRED')
})

it('member and administrators are notified 7 days and 1 day before, once', async () => {
  await setEnd(staff, '2026-03-31')
  const counts = async (at: Date) => {
    server.clock.time = at
    await Promise.all([endMemberships(), endMemberships(), endMemberships()])
    return [mailsTo(staff).length, mailsTo(administrator).length, mailsTo(owner).length]
  }
  expect(await counts(days(13))).toEqual([0, 0, 0])
  expect(await counts(days(14))).toEqual([1, 1, 0])
  expect(await counts(days(19))).toEqual([1, 1, 0])
  expect(await counts(days(20))).toEqual([2, 2, 0])
  expect(await counts(days(21))).toEqual([2, 2, 0])
  expect(server.mails.map(({ template }) => template).toSorted()).toEqual([
    'accessEnds',
    'accessEnds',
    'memberEnds',
    'memberEnds',
  ])
  expect(mailsTo(administrator)[0]?.values).toMatchObject({ lastDay: '2026-03-31', zone: 'Europe/Rome' })
  expect(mailsTo(administrator)[0]?.values.person).toBe(staff.name)
})

it('notices follow a near, moved or removed end date', async () => {
  await setEnd(staff, '2026-03-13')
  await endMemberships()
  await setEnd(staff, '2026-03-13')
  await endMemberships()
  expect(mailsTo(staff)).toHaveLength(1)
  await setEnd(staff, '2026-03-14')
  await endMemberships()
  expect(mailsTo(staff)).toHaveLength(2)
  await setEnd(staff, null)
  server.clock.time = days(3)
  await endMemberships()
  expect(mailsTo(staff)).toHaveLength(2)
})

it('ended members stay listed for administrators until they return', async () => {
  const ended = async () => (await server.as(administrator).call('getEndedMembers', { plantId })).members
  await setEnd(staff, '2026-03-10')
  await endMemberships()
  expect(await ended()).toEqual([])
  server.clock.time = midnight
  await endMemberships()
  const { userId: userid, name, email } = staff
  expect(await ended()).toEqual([{ userid, name, email, role: 'installerStaff', endedOn: '2026-03-10' }])
  for (const user of [owner, delegate])
    expect(await server.as(user).refusal('getEndedMembers', { plantId })).toBe('NOT_ALLOWED')
  expect(await server.as(staff).refusal('getEndedMembers', { plantId })).toBe('PLANT_NOT_FOUND')
  const invite = { plantId, email, role: 'installerReadOnly', endsOn: '2026-03-20' } as const
  const { invitation } = await server.as(administrator).call('invitaCollab', invite)
  await server.as(staff).call('acceptInvite', { invitationId: invitation.id })
  expect(await ended()).toEqual([])
  server.clock.time = days(11)
  await endMemberships()
  expect(await ended()).toMatchObject([{ role: 'installerReadOnly', endedOn: '2026-03-20' }])
})
