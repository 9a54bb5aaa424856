import { randomUUID } from 'node:crypto'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { addMember } from './members.store.ts'

let server: TestServer
let administrator: User
let staff: User
let owner: User
/** Two plants with the administrator, one with them as staff, a foreign one, and a missing one. */
let first: string
let second: string
let asStaff: string
let otherPlantId: string
const unknownPlantId = randomUUID()

const join = (plantId: string, { userId }: User, role: PlantRole, endsOn: string | null = null) =>
  addMember(server.database.db, { plantId, userId, role, invitedBy: null, since: server.clock.now(), endsOn })

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  administrator = await server.create.user()
  staff = await server.create.user({ email: `staff-${randomUUID()}@demo.vigilux.test` })
  owner = await server.create.user({ usertype: 'client' })
  const otherUser = await server.create.user()
  const plant = (name: string, caller: User) =>
    server.create.plant({ name, members: { installerAdministrator: caller.userId } })
  first = await plant('Albergo', administrator)
  second = await plant('Borsa', administrator)
  asStaff = await plant('Cinema', otherUser)
  otherPlantId = await plant('Duomo', otherUser)
  await join(asStaff, administrator, 'installerStaff')
  for (const plantId of [first, second, asStaff, otherPlantId]) await join(plantId, staff, 'installerStaff')
  await join(first, owner, 'clientOwner')
  server.broadcasts.length = 0
  server.mails.length = 0
})

const plantIds = () => [first, second, asStaff, otherPlantId, unknownPlantId]
const people = (query: object = {}, caller = administrator) => server.as(caller).call('getPeople', query)
const outcomes = (results: readonly { plant_id: string; outcome: string }[]) =>
  plantIds().map((id) => results.filter(({ plant_id }) => plant_id === id).map(({ outcome }) => outcome))

it('people of own plants are listed, but of no others', async () => {
  const all = await people()
  expect(all.total).toBe(3)
  const listedPerson = all.people.find(({ userid }) => userid === staff.userId)
  expect(listedPerson).toMatchObject({ email: staff.email, plants: 2 })
  expect(listedPerson?.memberships.map(({ plantname }) => plantname)).toEqual(['Albergo', 'Borsa'])
  expect((await people({}, staff)).total).toBe(0)
  expect((await people({}, owner)).people).toEqual([])
  expect((await people({ plantId: asStaff })).people).toEqual([])
  expect((await people({ plantId: otherPlantId })).total).toBe(0)
})

it('search, filters, sorting and paging run on the server', async () => {
  expect((await people({ search: staff.email.slice(0, 20).toUpperCase() })).people).toHaveLength(1)
  expect((await people({ search: '%' })).total).toBe(0)
  const owners = await people({ role: 'clientOwner' })
  expect(owners.people.map(({ userid }) => userid)).toEqual([owner.userId])
  expect(owners).toMatchObject({ total: 1, everybody: 3, roles: { clientOwner: 1, installerStaff: 1, clientStaff: 0 } })
  expect((await people({ plantId: second })).total).toBe(2)
  await join(second, owner, 'clientStaff', '2026-12-31')
  const sorted = async (query: object) => (await people(query)).people.map(({ userid }) => userid)
  expect((await sorted({ sort: 'endsOn' }))[0]).toBe(owner.userId)
  const emails = [administrator, staff, owner]
    .toSorted((a, b) => (a.email < b.email ? -1 : 1))
    .map(({ userId }) => userId)
  expect(await sorted({ sort: 'email' })).toEqual(emails)
  expect(await sorted({ sort: 'email', descending: true })).toEqual(emails.toReversed())
  expect(await sorted({ sort: 'email', page: 2, pageSize: 2 })).toEqual(emails.slice(2))
  expect((await people({ sort: 'email', pageSize: 2 })).total).toBe(3)
  expect((await people({ sort: 'plants', descending: true })).people[0]?.plants).toBe(2)
  expect((await people({ sort: 'name' })).total).toBe(3)
})

it('members with an ended membership are not listed', async () => {
  await join(second, owner, 'clientStaff', '2026-03-02')
  const time = server.clock.time
  server.clock.time = new Date('2026-03-03T00:00:00Z')
  expect((await people({ plantId: second })).people.map(({ userid }) => userid)).not.toContain(owner.userId)
  server.clock.time = time
})

it('an invitation preview matches its results, and invites once', async () => {
  const email = `${randomUUID()}@demo.vigilux.test`
  const input = { emails: [email, staff.email], plantIds: plantIds(), role: 'installerReadOnly' as const }
  const administratorClient = server.as(administrator)
  const expected = [
    ['invited', 'ALREADY_MEMBER'],
    ['invited', 'ALREADY_MEMBER'],
    // As staff, as a non-member, and for a missing plant: the same answer.
    ['PLANT_NOT_FOUND', 'PLANT_NOT_FOUND'],
    ['PLANT_NOT_FOUND', 'PLANT_NOT_FOUND'],
    ['PLANT_NOT_FOUND', 'PLANT_NOT_FOUND'],
  ]
  const preview = await administratorClient.call('previewInvites', input)
  expect(outcomes(preview.results)).toEqual(expected)
  expect(
    preview.results.filter(({ outcome }) => outcome === 'PLANT_NOT_FOUND').map(({ plantname }) => plantname),
  ).toEqual(Array.from({ length: 6 }, () => ''))
  expect([server.mails.length, server.broadcasts.length]).toEqual([0, 0])
  expect(await administratorClient.call('inviteToPlants', input)).toEqual(preview)
  expect(server.mails.map(({ to, values }) => [to, values.plant])).toEqual([
    [email, 'Albergo'],
    [email, 'Borsa'],
  ])
  const secondInvite = await administratorClient.call('inviteToPlants', input)
  expect(
    secondInvite.results.filter((one) => one.email === email && one.plantname).map(({ outcome }) => outcome),
  ).toEqual(['ALREADY_INVITED', 'ALREADY_INVITED'])
  expect(server.mails).toHaveLength(2)
  for (const plantId of [asStaff, otherPlantId]) {
    const office = await server.create.user({ usertype: 'admin', scope: 'nto' })
    expect((await server.as(office).call('listaInviti', { plantId })).invitations).toEqual([])
  }
  expect((await administratorClient.call('listaInviti', { plantId: first })).invitations).toMatchObject([
    { email, role: input.role },
  ])
  const pastInvite = await administratorClient.call('inviteToPlants', { ...input, endsOn: '2026-03-01' })
  expect(outcomes(pastInvite.results)[0]).toEqual(['END_DATE_PAST', 'END_DATE_PAST'])
})

it('a removal preview matches its results, and keeps the last administrator', async () => {
  const input = { userIds: [administrator.userId, staff.userId, owner.userId], plantIds: plantIds() }
  const administratorClient = server.as(administrator)
  const refusedPlants = ['PLANT_NOT_FOUND', 'PLANT_NOT_FOUND', 'PLANT_NOT_FOUND']
  const preview = await administratorClient.call('previewRemovals', input)
  expect(outcomes(preview.results)).toEqual([
    ['LAST_ADMINISTRATOR', 'removed', 'LAST_OWNER'],
    ['LAST_ADMINISTRATOR', 'removed', 'MEMBER_NOT_FOUND'],
    refusedPlants,
    refusedPlants,
    refusedPlants,
  ])
  expect(preview.results[0]).toMatchObject({ name: administrator.name, plantname: 'Albergo' })
  expect(preview.results.filter(({ plant_id }) => plant_id === otherPlantId).map(({ name }) => name)).toEqual([
    '',
    '',
    '',
  ])
  expect((await people()).total).toBe(3)
  expect(await administratorClient.call('removeFromPlants', input)).toEqual(preview)
  expect(server.broadcasts.map(({ event }) => event).toSorted()).toEqual([
    'membershipEnded',
    'membershipEnded',
    'plantUsers',
    'plantUsers',
  ])
  expect(await server.as(staff).refusal('getPlantUsers', { plantId: first })).toBe('PLANT_NOT_FOUND')
  expect(await server.as(staff).refusal('getPlantUsers', { plantId: otherPlantId })).toBeNull()
  expect(outcomes((await administratorClient.call('removeFromPlants', input)).results)[0]).toEqual([
    'LAST_ADMINISTRATOR',
    'MEMBER_NOT_FOUND',
    'LAST_OWNER',
  ])
})

it('the second of two removed administrators stays', async () => {
  await join(first, staff, 'installerAdministrator')
  const other = await server.create.user()
  await join(first, other, 'installerAdministrator')
  const input = { userIds: [other.userId, administrator.userId], plantIds: [first] }
  const { results } = await server.as(administrator).call('removeFromPlants', input)
  expect(results.map(({ outcome }) => outcome)).toEqual(['removed', 'LAST_ADMINISTRATOR'])
})

it('each plant audits its own part of a bulk change', async () => {
  const administratorClient = server.as(administrator)
  await administratorClient.call('removeFromPlants', { userIds: [staff.userId], plantIds: [first, second] })
  for (const [role, action] of [
    ['installerStaff', 'invitaCollab'],
    ['clientOwner', 'invitaCliente'],
    ['clientStaff', 'invitaDelegato'],
  ] as const) {
    const emails = [`${randomUUID()}@demo.vigilux.test`]
    await administratorClient.call('inviteToPlants', { emails, plantIds: [first], role })
    const { entries } = await administratorClient.call('getAudit', { plantId: first })
    expect(entries.filter((one) => one.action === action)).toMatchObject([
      { things: [{ name: emails[0] }], changes: [{ field: 'role', before: null, after: role }] },
    ])
  }
  const { entries } = await administratorClient.call('getAudit', { plantId: second })
  expect(entries).toMatchObject([{ action: 'rimuoviCollab', things: [{ kind: 'person', id: staff.userId }] }])
  expect(entries[0]?.changes).toEqual([{ field: 'role', before: 'installerStaff', after: null }])
})

it('a bulk change is limited to a hundred pairs', async () => {
  const manyIds = Array.from({ length: 11 }, () => randomUUID())
  const emails = manyIds.slice(1).map((id) => `${id}@demo.vigilux.test`)
  const refusal = (action: string, input: object) => server.as(administrator).refusal(action, input)
  expect(await refusal('previewInvites', { emails, plantIds: manyIds, role: 'clientStaff' })).toBe('INVALID_INPUT')
  expect(await refusal('inviteToPlants', { emails, plantIds: manyIds.slice(1), role: 'clientStaff' })).toBeNull()
  expect(await refusal('removeFromPlants', { userIds: manyIds.slice(1), plantIds: manyIds })).toBe('INVALID_INPUT')
  expect(await refusal('previewRemovals', { userIds: manyIds, plantIds: manyIds.slice(2) })).toBeNull()
})

it('archived plants are skipped without affecting others', async () => {
  const administratorClient = server.as(administrator)
  await administratorClient.call('archivePlant', { plantId: second })
  const invite = { emails: ['new@demo.vigilux.test'], plantIds: [first, second], role: 'installerStaff' as const }
  const remove = { userIds: [staff.userId], plantIds: [first, second] }
  for (const preview of [
    await administratorClient.call('previewInvites', invite),
    await administratorClient.call('inviteToPlants', invite),
  ])
    expect(preview.results.map(({ outcome }) => outcome)).toEqual(['invited', 'PLANT_ARCHIVED'])
  for (const preview of [
    await administratorClient.call('previewRemovals', remove),
    await administratorClient.call('removeFromPlants', remove),
  ])
    expect(preview.results.map(({ outcome }) => outcome)).toEqual(['removed', 'PLANT_ARCHIVED'])
})
