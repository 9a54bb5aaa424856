import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createDispatcher } from '../../kernel/dispatch.ts'
import { deleteOldOfficeVisits } from '../../kernel/office-visits.store.ts'
import { createOfficeVisitRecorder } from '../../kernel/office-visits.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let people: Record<'administrator' | 'staff' | 'reader' | 'owner' | 'delegate' | 'office' | 'area' | 'nonMember', User>
let plantId: string
const start = new Date('2026-03-02T09:59:30Z')

beforeAll(async () => {
  server = await createTestServer()
  const client = () => server.create.user({ usertype: 'client' })
  people = {
    administrator: await server.create.user(),
    staff: await server.create.user(),
    reader: await server.create.user(),
    owner: await client(),
    delegate: await client(),
    office: await server.create.user({ usertype: 'admin', scope: 'nto' }),
    area: await server.create.user({ usertype: 'admin', scope: 'ba', area: 'IT' }),
    nonMember: await server.create.user(),
  }
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.time = start
  plantId = await server.create.plant({
    members: {
      installerAdministrator: people.administrator.userId,
      installerStaff: people.staff.userId,
      installerReadOnly: people.reader.userId,
      clientOwner: people.owner.userId,
      clientStaff: people.delegate.userId,
    },
  })
})

const callerOf = (role: keyof typeof people) => server.as(people[role])
const log = (question: object = {}) => callerOf('administrator').call('getAccessLog', { plantId, ...question })
const after = (minutes: number) => {
  server.clock.time = new Date(start.getTime() + minutes * 60_000)
}

it('the access log has one line per person, plant and hour', async () => {
  for (let n = 0; n < 3; n++) {
    await callerOf('office').call('getPlantDetails', { plantId })
    await callerOf('office').call('getLamps', { plantId })
    await callerOf('office').refusal('getLamp', { plantId, topic: 'logica_000000', addr: 1 })
  }
  await callerOf('area').call('getTests', { plantId })
  expect((await log()).visits).toEqual([
    expect.objectContaining({ at: start.toISOString(), name: people.office.name }),
    expect.objectContaining({ at: start.toISOString(), name: people.office.name }),
  ])
  expect(new Set((await log()).visits.map(({ userid, scope }) => `${userid} ${scope}`))).toEqual(
    new Set([`${people.office.userId} nto`, `${people.area.userId} ba`]),
  )
  after(1)
  await callerOf('office').call('getPlantDetails', { plantId })
  expect((await log()).total).toBe(3)
  after(59)
  await callerOf('office').call('getPlantDetails', { plantId })
  expect((await log()).total).toBe(3)
})

it('simultaneous calls on two nodes make one line', async () => {
  const { dispatcherParts, database, ports } = server
  const node = () =>
    createDispatcher({ ...dispatcherParts, recordOfficeVisit: createOfficeVisitRecorder({ db: database.db, ports }) })
  const nodes = [node(), node()]
  const call = { action: 'getPlantDetails', input: { plantId }, caller: people.office, requestId: randomUUID() }
  await Promise.all([...nodes, ...nodes, ...nodes].map((dispatch) => dispatch(call)))
  expect((await log()).total).toBe(1)
})

it('a visit costs one statement per hour', async () => {
  const statements: string[] = []
  const { db } = server.dispatcherParts
  const countingDb = new Proxy(db, {
    get: (target, name) => {
      if (name === 'insert') statements.push('insert')
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const dispatch = createDispatcher({
    ...server.dispatcherParts,
    recordOfficeVisit: createOfficeVisitRecorder({ db: countingDb, ports: server.ports }),
  })
  for (let n = 0; n < 20; n++)
    await dispatch({ action: 'getLamps', input: { plantId }, caller: people.office, requestId: randomUUID() })
  expect(statements).toEqual(['insert'])
})

it('visits of members and refused visits are not listed', async () => {
  await callerOf('administrator').call('getPlantDetails', { plantId })
  const otherAreaOffice = await server.create.user({ usertype: 'admin', scope: 'ba', area: 'NO' })
  expect(await server.as(otherAreaOffice).refusal('getPlantDetails', { plantId })).toBe('PLANT_NOT_FOUND')
  expect(await server.as(otherAreaOffice).refusal('getAccessLog', { plantId })).toBe('PLANT_NOT_FOUND')
  expect(await log()).toEqual({ visits: [], total: 0 })
})

it('a plant calendar opened by the office is listed', async () => {
  await callerOf('office').call('getTestYear', { year: 2026, plantId })
  expect((await log()).total).toBe(1)
})

it('a unit read by serial number lists its plant', async () => {
  await server.create.unit(plantId, 'logica', '0E0E01')
  await callerOf('administrator').call('getShadow', { cuType: 'logica', cuId: '0E0E01' })
  expect((await log()).total).toBe(0)
  await callerOf('office').call('getShadow', { cuType: 'logica', cuId: '0E0E01' })
  expect((await log()).visits.map(({ userid }) => userid)).toEqual([people.office.userId])
})

it('only the installer administrator and the office can read, filter and page the log', async () => {
  await callerOf('office').call('getPlantDetails', { plantId })
  await callerOf('area').call('getPlantDetails', { plantId })
  expect((await log({ scope: 'ba' })).visits.map(({ userid }) => userid)).toEqual([people.area.userId])
  expect((await log({ search: 'nobody' })).total).toBe(0)
  expect((await log({ pageSize: 1, page: 2 })).visits).toHaveLength(1)
  expect((await callerOf('office').call('getAccessLog', { plantId })).total).toBe(2)
  for (const role of ['staff', 'reader', 'owner', 'delegate'] as const)
    expect(await callerOf(role).refusal('getAccessLog', { plantId })).toBe('NOT_ALLOWED')
  expect(await callerOf('nonMember').refusal('getAccessLog', { plantId })).toBe('PLANT_NOT_FOUND')
})

it('refused calls of non-members appear only in the security log', async () => {
  for (let n = 0; n < 1_000; n++)
    expect(await callerOf('nonMember').refusal(n % 2 ? 'getLamps' : 'archivePlant', { plantId })).toBeOneOf([
      'PLANT_NOT_FOUND',
      'TOO_MANY_REQUESTS',
    ])
  expect(await log()).toEqual({ visits: [], total: 0 })
  expect((await callerOf('administrator').call('getAudit', { plantId })).total).toBe(0)
  await server.security.flush()
  const { events } = await callerOf('office').call('getSecurityEvents', {})
  const nonMemberEvents = events.filter(({ userid }) => userid === people.nonMember.userId && userid !== null)
  expect(
    nonMemberEvents.filter(({ plant_id }) => plant_id === plantId).reduce((total, { count }) => total + count, 0),
  ).toBe(1_000)
  for (const role of ['administrator', 'staff', 'owner', 'area', 'nonMember'] as const)
    expect(await callerOf(role).refusal('getSecurityEvents', {})).toBe('NOT_ALLOWED')
})

it('old visits are deleted', async () => {
  await callerOf('office').call('getPlantDetails', { plantId })
  expect(await deleteOldOfficeVisits(server.database.db, start, 1_000)).toBe(0)
  await deleteOldOfficeVisits(server.database.db, new Date(start.getTime() + 1), 1_000)
  const { rows } = await server.database.db.execute(sql`select 1 from plant_visit where plant_id = ${plantId}`)
  expect(rows).toEqual([])
})

it.each(['previewInvites', 'inviteToPlants', 'previewRemovals', 'removeFromPlants'] as const)(
  '%s of the office lists each existing plant that it named',
  async (action) => {
    const second = await server.create.plant({ members: { installerAdministrator: people.administrator.userId } })
    const plantIds = [plantId, second, randomUUID()]
    const isRemoval = action.endsWith('Removals') || action.startsWith('remove')
    const input = isRemoval
      ? { userIds: [people.staff.userId], plantIds }
      : { emails: ['somebody@example.test'], role: 'installerStaff', plantIds }
    await callerOf('office').call(action, input as never)
    const otherAreaOffice = await server.create.user({ usertype: 'admin', scope: 'ba', area: 'NO' })
    await server.as(otherAreaOffice).call(action, input as never)
    for (const id of [plantId, second]) {
      const { visits } = await callerOf('administrator').call('getAccessLog', { plantId: id })
      expect(visits.map(({ userid }) => userid)).toEqual([people.office.userId])
    }
  },
)
