import { randomUUID } from 'node:crypto'
import { maxHeldTestsPerPlant } from '@vigilux/contract/features/emergency-tests/held-test.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

/** Tests started automatically by the platform: at a time, or once the batteries are charged. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let seq = 0
let connections = 0
const begin = Date.parse('2026-03-02T09:00:00Z')
const hourMs = 3_600_000
const minuteMs = 60_000

beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())
beforeEach(async () => {
  const { db } = plant.server.database
  for (const table of ['held_test', 'test_result', 'test_run', 'unit_record'])
    await db.execute(sql`delete from ${sql.identifier(table)}`)
  await db.execute(sql`update plant set country = 'IT'`)
  await connect(true)
  after(0)
})

/** A time after the beginning. */
const after = (ms: number) => {
  plant.server.clock.time = new Date(begin + ms)
}
const connect = (online: boolean) => plant.sendMessage('online', { boot: 1, connection: ++connections, online })
const mains = (kind: 'mainsFailed' | 'mainsRestored', hours: number) => {
  const at = new Date(begin + hours * hourMs).toISOString()
  return plant.server.database.db.execute(sql`
    insert into unit_record (unit, boot, seq, kind, body, at, received_at, plant_id, central_unit_id, event)
    select unit, 1, ${++seq}, 'mains', '{}', ${at}, ${at}, plant_id, id, ${JSON.stringify({ kind })}::jsonb from central_unit`)
}
type Asked = { addr?: number[]; kind?: 'functional' | 'autonomy'; startsAt?: string }
const holdTest = async ({ addr = [], ...input }: Asked = {}) => {
  const { plantId, topic } = plant.unit
  const units = [{ topic, addr }]
  const [heldTest] = (await plant.client.call('holdTest', { plantId, units, kind: 'autonomy', ...input })).held
  return heldTest ?? Promise.reject(new Error('nothing is held'))
}
const readHeldTests = async () => (await plant.client.call('getHeldTests', { plantId: plant.plantId })).held
const tests = async () => (await plant.client.call('getTests', { plantId: plant.plantId })).tests
const lampsOf = async (test: { id: string } | undefined) => {
  const reportInput = { plantId: plant.plantId, testId: test?.id ?? '', sort: 'lamp' } as const
  const { results } = await plant.client.call('getTestReport', reportInput)
  return results.map(({ lamp, result, reason }) => [lamp, result, reason])
}
const startDueTests = () => plant.server.startHeldTests()

describe('test awaiting charge', () => {
  it('starts after 24 h of charge, counted again after a mains failure', async () => {
    await mains('mainsRestored', -10)
    await holdTest({ addr: [1, 2] })
    await startDueTests()
    expect(await readHeldTests()).toMatchObject([
      { lamps: [1, 2], reason: 'battery_charging', chargedAt: '2026-03-02T23:00:00.000Z', startsAt: null },
    ])
    after(13 * hourMs)
    await mains('mainsFailed', 12)
    await mains('mainsRestored', 12.5)
    await startDueTests()
    expect((await readHeldTests())[0]?.chargedAt).toBe('2026-03-03T21:30:00.000Z')
    after(36.5 * hourMs - minuteMs)
    await startDueTests()
    expect(await tests()).toEqual([])
    after(36.5 * hourMs + minuteMs)
    await startDueTests()
    expect(await readHeldTests()).toEqual([])
    expect(await tests()).toMatchObject([{ kind: 'autonomy', state: 'requested', total: 2 }])
  })

  it('names the charge, not another test that ends long before it', async () => {
    await mains('mainsRestored', -10)
    await holdTest()
    await plant.client.call('ftest', { ...plant.unit, addr: [3] })
    await startDueTests()
    expect(await readHeldTests()).toMatchObject([{ reason: 'battery_charging' }])
  })

  it('waits 12 h in France', async () => {
    await plant.server.database.db.execute(sql`update plant set country = 'FR'`)
    await mains('mainsRestored', -10)
    await holdTest()
    await startDueTests()
    expect((await readHeldTests())[0]?.chargedAt).toBe('2026-03-02T11:00:00.000Z')
    after(2 * hourMs + minuteMs)
    await startDueTests()
    expect(await tests()).toMatchObject([{ total: 4 }])
  })

  it('waits while the unit is offline or tests, and can be cancelled', async () => {
    await connect(false)
    const heldTest = await holdTest()
    await startDueTests()
    expect(await readHeldTests()).toMatchObject([{ reason: 'unit_offline' }])
    await connect(true)
    await plant.client.call('ftest', { ...plant.unit, addr: [3] })
    after(2 * minuteMs)
    await startDueTests()
    expect(await readHeldTests()).toMatchObject([{ reason: 'other_test_running' }])
    const testInput = { plantId: plant.plantId, heldTestId: heldTest.id }
    expect(await plant.client.call('cancelHeldTest', testInput)).toEqual({})
    expect(await readHeldTests()).toEqual([])
    expect(await plant.client.refusal('cancelHeldTest', testInput)).toBe('HELD_TEST_NOT_FOUND')
    after(4 * minuteMs)
    await startDueTests()
    expect(await tests()).toHaveLength(1)
  })
})

describe('test held for a time', () => {
  const startsAt = new Date(begin + hourMs).toISOString()

  it('starts once at that time across nodes', async () => {
    await holdTest({ addr: [2, 4], kind: 'functional', startsAt })
    after(hourMs - 1000)
    await startDueTests()
    expect(await readHeldTests()).toMatchObject([{ startsAt, reason: null }])
    after(hourMs)
    await Promise.all([startDueTests(), startDueTests(), startDueTests()])
    expect(await tests()).toMatchObject([{ kind: 'functional', state: 'requested', total: 2 }])
    expect(await readHeldTests()).toEqual([])
    await startDueTests()
    expect(await tests()).toHaveLength(1)
  })

  it.each([
    ['expired', () => connect(false), 0],
    ['other_test_running', () => plant.client.call('ftest', { ...plant.unit, addr: [1] }), 0],
    ['max_delay_exceeded', () => Promise.resolve(), 11 * minuteMs],
  ])('is not executed with a reason: %s', async (reason, prepare, delayMs) => {
    await holdTest({ kind: 'functional', startsAt })
    await prepare()
    after(hourMs + delayMs)
    await startDueTests()
    expect(await readHeldTests()).toEqual([])
    const [test] = (await tests()).filter(({ state }) => state === 'notStarted')
    expect(test).toMatchObject({ kind: 'functional', reason, total: 4, notExecuted: 4 })
    expect(await lampsOf(test)).toEqual([1, 2, 3, 4].map((lamp) => [lamp, 'notExecuted', reason]))
  })

  it('of an offline unit is not executed, with lamp reasons', async () => {
    await holdTest({ addr: [2, 4], kind: 'functional', startsAt })
    await holdTest({ addr: [3], kind: 'functional', startsAt })
    const { db } = plant.server.database
    await db.execute(sql`update lamp set addr = 9 where addr = 3`)
    await connect(false)
    after(hourMs)
    await startDueTests()
    await db.execute(sql`update lamp set addr = 3 where addr = 9`)
    const found = await Promise.all((await tests()).map(lampsOf))
    expect(found.sort()).toEqual([
      [
        [2, 'notExecuted', 'expired'],
        [4, 'notExecuted', 'expired'],
      ],
      [[3, 'notExecuted', 'lamp_unreachable']],
    ])
  })
})

it.each([
  ['at a time', { startsAt: new Date(begin + hourMs).toISOString() }],
  ['for its batteries', {}],
])('a test already held %s is not saved twice', async (_title, input) => {
  const { plantId, topic } = plant.unit
  const first = await holdTest({ addr: [2, 1], ...input })
  const units = [
    { topic, addr: [1, 2, 2] },
    { topic, addr: [1, 2] },
  ]
  const [knownTest, ...otherTests] = (
    await plant.client.call('holdTest', { plantId, units, kind: 'autonomy', ...input })
  ).held
  expect([knownTest?.id, otherTests]).toEqual([first.id, []])
  await holdTest({ addr: [1], ...input })
  await holdTest({ addr: [1, 2], kind: 'functional', ...input })
  expect(await readHeldTests()).toHaveLength(3)
})

it('impossible tests and too many held tests are refused', async () => {
  const { client, unit, server } = plant
  const { plantId } = unit
  const refusalOf = ({ startsAt, ...change }: { startsAt?: string; topic?: string; addr?: number[] }) => {
    const units = [
      { topic: unit.topic, addr: [] },
      { topic: unit.topic, addr: [], ...change },
    ]
    return client.refusal('holdTest', { plantId, units, kind: 'functional', ...(startsAt && { startsAt }) })
  }
  expect(await refusalOf({ topic: 'logica_FFFFFF' })).toBe('UNIT_NOT_FOUND')
  expect(await refusalOf({ addr: [77] })).toBe('LAMP_NOT_FOUND')
  expect(await refusalOf({ startsAt: new Date(begin).toISOString() })).toBe('TEST_DATE_PAST')
  await server.database.db.execute(sql`update lamp set type = 'lighting' where addr = 4`)
  expect(await refusalOf({ addr: [4] })).toBe('NO_LAMPS_TO_TEST')
  await server.database.db.execute(sql`update lamp set type = 'emergency' where addr = 4`)
  await server.database.db.execute(sql`update central_unit set acquired = false`)
  expect(await refusalOf({})).toBe('UNIT_NOT_ACQUIRED')
  await server.database.db.execute(sql`update central_unit set acquired = true`)
  expect(await readHeldTests()).toEqual([])
  // One more may wait, but the call has two: none is stored.
  const inHours = (count: number) => new Date(begin + count * hourMs).toISOString()
  for (let at = 1; at < maxHeldTestsPerPlant; at++) await holdTest({ startsAt: inHours(at) })
  expect(await refusalOf({ addr: [1] })).toBe('HELD_TESTS_LIMIT')
  expect(await readHeldTests()).toHaveLength(maxHeldTestsPerPlant - 1)
  expect(await client.refusal('cancelHeldTest', { plantId: plant.plantId, heldTestId: randomUUID() })).toBe(
    'HELD_TEST_NOT_FOUND',
  )
})

it('a test held during Pro does not start on a disabled unit', async () => {
  const { server, plantId } = plant
  await holdTest({ startsAt: new Date(begin + hourMs).toISOString() })
  await server.create.unit(plantId, 'sicuro', '0D0001')
  await server.database.db.execute(sql`update central_unit set added_at = '2020-01-01' where unit = 'sicuro_0D0001'`)
  await server.database.db.execute(sql`update plant set pro_expiry = '2026-03-01'`)
  after(hourMs)
  await startDueTests()
  expect(await readHeldTests()).toEqual([])
  const [test] = await tests()
  expect(test).toMatchObject({ state: 'notStarted', reason: 'UNIT_TYPE_NOT_ENABLED' })
  expect(await lampsOf(test)).toContainEqual([1, 'notExecuted', 'not_enabled'])
  await server.database.db.execute(sql`update plant set pro_expiry = '2030-01-01'`)
})
