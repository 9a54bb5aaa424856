import { proEndingDays } from '@vigilux/contract/features/office/office-plant.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { emptyCounts } from '@vigilux/contract/features/plants/plant.rules.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { takeTurn } from '../../testing/take-turn.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { plantFiguresTable } from '../overview/overview.schema.ts'
import { grantPro } from '../plants/index.ts'
import { errorWeekTask } from './error-week-task.ts'
import { errorWeekTable } from './office.schema.ts'

let server: TestServer
let office: User
let installer: User
let ids: string[]

beforeAll(async () => {
  server = await createTestServer()
  office = await server.create.user({ usertype: 'admin', scope: 'nto' })
})
beforeEach(async () => {
  // Each test has other offices.
  await server.database.db.update(plantTable).set({ removedAt: server.clock.now() })
  installer = await server.create.user()
  const members = { installerAdministrator: installer.userId }
  ids = [
    await server.create.plant({ name: 'Alba', members }),
    await server.create.plant({ name: 'Borgo', members, pro: false }),
    await server.create.plant({ name: 'Terzo' }),
  ]
})
afterAll(() => server.stop())

const figures = async (plantId: string | undefined, condition: 'ok' | 'error', lamps: number) => {
  const severity = conditions.indexOf(condition)
  const counts = { ...emptyCounts(), ok: lamps - 2, error: 2 }
  const { db } = server.database
  await db.insert(plantFiguresTable).values({
    plantId: plantId ?? '',
    severity,
    condition,
    result: 'pass',
    units: 2,
    connected: 1,
    lamps,
    counts,
    attention: [],
    updatedAt: server.clock.now(),
  })
}
const readSummaryPlants = async (input: object = {}, caller = office) =>
  server.as(caller).call('getSummaryPlants', input)
const names = async (input: object = {}, caller = office) =>
  (await readSummaryPlants(input, caller)).plants.map((one) => one.plantname)
const officeFields = { contract: 'Full care', chain: 'Le Torri', note: 'Calls at 15:00' }
const save = (plantId: string | undefined, change: object = {}, caller = office) =>
  server.as(caller).call('saveSummaryPlants', { plantId: plantId ?? '', ...officeFields, version: 0, ...change })

it('all plants are listed worst first with totals', async () => {
  await figures(ids[1], 'error', 10)
  await figures(ids[0], 'ok', 20)
  const { plants, total, totals, conditions: inConditions } = await readSummaryPlants()
  expect(plants.map(({ plantname }) => plantname).indexOf('Borgo')).toBe(0)
  expect(plants[0]).toMatchObject({
    tier: 'basic',
    condition: 'error',
    units: { total: 2, connected: 1 },
    lamps: 10,
    not_ok: 2,
    installer: 'Demo Account',
    own: { contract: '', chain: '', note: '', version: 0 },
  })
  expect({ total, totals }).toEqual({
    total: 3,
    totals: { plants: 3, countries: 1, units: 4, connected: 2, lamps: 30 },
  })
  expect(inConditions).toMatchObject({ error: 1, ok: 1, unknown: 1 })
})

it('search, filters, sorting and paging run on the server', async () => {
  await figures(ids[1], 'error', 10)
  await save(ids[2])
  expect(await names({ search: 'terzo' })).toEqual(['Terzo'])
  expect(await names({ condition: 'error' })).toEqual(['Borgo'])
  expect(await names({ tier: 'basic' })).toEqual(['Borgo'])
  expect(await names({ tier: 'expired' })).toEqual([])
  expect(await names({ country: 'DE' })).toEqual([])
  expect(await names({ chain: 'Le Torri' })).toEqual(['Terzo'])
  expect(await names({ sort: 'plantname', descending: true })).toEqual(['Terzo', 'Borgo', 'Alba'])
  for (const sort of ['units', 'lamps', 'notOk', 'city', 'expiry'] as const)
    expect(await names({ sort })).toHaveLength(3)
  expect(await names({ sort: 'plantname', page: 2, pageSize: 2 })).toEqual(['Terzo'])
  expect((await readSummaryPlants({ condition: 'error', pageSize: 1 })).total).toBe(1)
})

it('office notes are saved only over the opened version', async () => {
  expect((await save(ids[0])).own).toEqual({ ...officeFields, version: 1 })
  const officeClient = server.as(office)
  expect(await officeClient.refusal('saveSummaryPlants', { plantId: ids[0] ?? '', ...officeFields, version: 0 })).toBe(
    'CHANGED_MEANWHILE',
  )
  expect((await save(ids[0], { note: '', version: 1 })).own).toEqual({ ...officeFields, note: '', version: 2 })
  const [first] = (await readSummaryPlants({ search: 'Alba' })).plants
  expect(first?.own.version).toBe(2)
})

it('one of two simultaneous first notes is refused', async () => {
  const results = await Promise.allSettled([save(ids[0]), save(ids[0], { note: 'Other' })])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('office notes are not visible in the plant or its audit', async () => {
  await save(ids[0], { note: 'Nobody else reads this' })
  const client = server.as(installer)
  const responses = [
    await client.call('getPlantDetails', { plantId: ids[0] ?? '' }),
    await client.call('getAudit', { plantId: ids[0] ?? '' }),
    await client.call('getAllPlants', {}),
  ]
  expect(JSON.stringify(responses)).not.toMatch(/Nobody else|Le Torri|saveSummaryPlants/)
})

it('an area office sees and notes only its area, and no people', async () => {
  const area = await server.create.user({ usertype: 'admin', scope: 'ba', area: 'IT' })
  const otherAreaOffice = await server.create.user({ usertype: 'admin', scope: 'ba', area: 'DE' })
  expect(await names({}, area)).toHaveLength(3)
  expect(await names({}, otherAreaOffice)).toEqual([])
  await save(ids[0], {}, area)
  const other = { plantId: ids[1] ?? '', ...officeFields, version: 0 }
  expect(await server.as(otherAreaOffice).refusal('saveSummaryPlants', other)).toBe('PLANT_NOT_FOUND')
  expect(await server.as(area).call('getOfficeFigures', {})).toMatchObject({ users: null, weeks: null })
  expect(await server.as(area).refusal('getAldiPlants', {})).toBe('NOT_ALLOWED')
  for (const action of ['getSummaryPlants', 'getOfficeFigures', 'getAldiPlants'] as const)
    expect(await server.as(installer).refusal(action, {})).toBe('NOT_ALLOWED')
})

it('chains list their plants worst first, with a filter by person', async () => {
  await figures(ids[1], 'error', 10)
  for (const id of ids) await save(id)
  await save(ids[2], { chain: 'Molo', version: 1 })
  const { chains, plants } = await server.as(office).call('getAldiPlants', { chain: 'Le Torri' })
  expect(chains).toEqual([
    { chain: 'Le Torri', plants: 2 },
    { chain: 'Molo', plants: 1 },
  ])
  expect(plants.map(({ plantname }) => plantname)).toEqual(['Borgo', 'Alba'])
  const countPlantsOf = async (userId: string) => (await server.as(office).call('getAldiPlants', { userId })).total
  expect([await countPlantsOf(installer.userId), await countPlantsOf(office.userId)]).toEqual([2, 0])
  await save(ids[2], { chain: '', version: 2 })
  expect((await server.as(office).call('getAldiPlants', {})).total).toBe(2)
})

it('the first page counts plants, tiers and people', async () => {
  const before = (await server.as(office).call('getOfficeFigures', {})).users
  await server.create.user({ suspended: true })
  const endsIn = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000)
  await grantPro(server.database.db, ids[0] ?? '', endsIn(proEndingDays))
  await grantPro(server.database.db, ids[2] ?? '', endsIn(proEndingDays + 1))
  const { totals, tiers, users, proEnding } = await server.as(office).call('getOfficeFigures', {})
  expect(proEnding).toBe(1)
  expect(totals.plants).toBe(3)
  expect(tiers).toEqual({ basic: 1, pro: 2, expired: 0 })
  expect(users).toEqual({ ...before, total: (before?.total ?? 0) + 1, pending: (before?.pending ?? 0) + 1 })
})

it('an archived plant is in no office list or count', async () => {
  await save(ids[0])
  await server.as(installer).call('archivePlant', { plantId: ids[0] ?? '' })
  expect(await names()).not.toContain('Alba')
  expect((await server.as(office).call('getAldiPlants', {})).total).toBe(0)
  expect((await server.as(office).call('getOfficeFigures', {})).totals.plants).toBe(2)
})

it('a removed plant is not listed', async () => {
  await save(ids[0])
  await server.database.db
    .update(plantTable)
    .set({ removedAt: server.clock.now() })
    .where(eq(plantTable.id, ids[0] ?? ''))
  expect(await names()).not.toContain('Alba')
  expect((await server.as(office).call('getAldiPlants', {})).chains).toEqual([])
})

it('plants with errors are counted once in a week by one node, and shown for 24 weeks', async () => {
  const weeksAt = async (at: string) => {
    server.clock.time = new Date(at)
    const background = { ...server, db: server.database.db }
    await Promise.all([takeTurn(errorWeekTask, background), takeTurn(errorWeekTask, background)])
    return (await server.as(office).call('getOfficeFigures', {})).weeks
  }
  await figures(ids[0], 'ok', 20)
  await figures(ids[1], 'error', 10)
  await figures(ids[2], 'error', 10)
  await server.as(installer).call('archivePlant', { plantId: ids[1] ?? '' })
  const first = { week: '2026-03-02', plants: 1 }
  expect(await weeksAt('2026-03-08T23:59:59Z')).toEqual([first])
  await server.as(installer).call('unarchivePlant', { plantId: ids[1] ?? '' })
  expect(await weeksAt('2026-03-08T23:59:59Z')).toEqual([first])
  expect(await weeksAt('2026-03-09T00:00:00Z')).toEqual([first, { week: '2026-03-09', plants: 2 }])
  expect((await weeksAt('2026-08-10T12:00:00Z'))?.map(({ week }) => week)).toEqual([
    '2026-03-02',
    '2026-03-09',
    '2026-08-10',
  ])
  expect((await weeksAt('2026-08-17T12:00:00Z'))?.map(({ week }) => week)).toEqual([
    '2026-03-09',
    '2026-08-10',
    '2026-08-17',
  ])
  const stored = await server.database.db.select().from(errorWeekTable)
  expect(stored).toHaveLength(3)
})
