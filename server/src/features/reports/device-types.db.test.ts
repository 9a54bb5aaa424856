import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { collectPlantReport } from './collect/collect-plant-report.ts'
import { collectTestReport } from './collect/collect-test-report.ts'
import { findReport } from './reports.store.ts'

/** Tests by device type, as in the address of the page. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
const mixed = randomUUID()
const onlyEmergency = randomUUID()
let seq = 0

const record = (kind: string, body: unknown) =>
  plant.sendMessage('record', { boot: 1, seq: ++seq, at: '2026-03-02T09:00:00Z', kind, body })
const addTest = async (t: string, lamps: [addr: number, serial: string, isFailed: 0 | 1][]) => {
  await record('test.start', { t, k: 'F', by: 1, a: lamps.map(([addr]) => addr) })
  for (const [addr, serial, isFailed] of lamps)
    await record('test.result', [t, addr, serial, isFailed, isFailed ? 1 : 0, 30])
  await record('test.end', { t, o: 0 })
}

beforeAll(async () => {
  plant = await openPlantWithUnit()
  await insertLamps(plant.server, plant.plantId, [{ addr: 5, serial: 'B1B2C5', type: 'lighting' }])
  await addTest(onlyEmergency, [[1, 'A1B2C1', 0]])
  // The last lamp existed at the test, and was removed later.
  await addTest(mixed, [
    [1, 'A1B2C1', 0],
    [5, 'B1B2C5', 1],
    [9, 'C1B2C9', 0],
  ])
})
afterAll(() => plant.server.stop())

const counts = { all: [3, 2, 1], emergency: [2, 2, 0], lighting: [1, 0, 1] } as const
const lampsOf = { all: [1, 5, 9], emergency: [1, 9], lighting: [5] } as const
const kinds = ['all', 'emergency', 'lighting'] as const

describe.each(kinds)('tests of %s devices', (devicesType) => {
  it('are listed with the results of these devices', async () => {
    const { tests, total } = await plant.client.call('getTests', { plantId: plant.plantId, devicesType })
    expect(total).toBe(devicesType === 'lighting' ? 1 : 2)
    expect(tests).toHaveLength(total)
    const test = tests.find(({ id }) => id === mixed)
    expect([test?.total, test?.passed, test?.failed]).toEqual(counts[devicesType])
  })

  it('have only their results and matching figures', async () => {
    const input = { plantId: plant.plantId, testId: mixed, devicesType }
    const { test, results, total } = await plant.client.call('getTestReport', input)
    expect(results.map(({ lamp }) => lamp)).toEqual(lampsOf[devicesType])
    expect(total).toBe(results.length)
    expect([test.total, test.passed, test.failed]).toEqual(counts[devicesType])
  })

  it('are reported without other devices', async () => {
    const { server, plantId, client } = plant
    const { report } = await client.call('createReport', { plantId, testId: mixed, language: 'en', devicesType })
    const row = await findReport(server.database.db, plantId, report.id)
    if (row?.kind !== 'test') throw new Error('no report of a test')
    const content = await collectTestReport(server.database.db, server.ports, row, server.clock.now())
    expect(content.results.map(({ lamp }) => lamp)).toEqual(lampsOf[devicesType])
    expect([content.test.total, content.test.passed, content.test.failed]).toEqual(counts[devicesType])
    expect(content.devicesType).toBe(devicesType)
  })
})

/** The number of tests with devices of each type. */
const testsOf = { all: 2, emergency: 2, lighting: 1, other: 0 } as const

it.each(['all', 'emergency', 'lighting', 'other'] as const)(
  'the plant report counts and lists only tests of %s devices',
  async (devicesType) => {
    const { server, plantId, client } = plant
    await server.database.db.execute(sql`update plant set pro_expiry = '2030-01-01', ever_pro = true`)
    const input = { plantId, period: 'lastYear', devicesType } as const
    const { tests, total } = await client.call('getGlobalReports', input)
    expect(tests).toEqual({ functional: testsOf[devicesType], autonomy: 0 })
    if (testsOf[devicesType] === 0) expect(total).toBe(0)
    const request = { period: 'lastYear', devicesType, search: '', byMail: false } as const
    const at = server.clock.now()
    const content = await collectPlantReport(
      server.database.db,
      server.ports,
      { plantId, requestedAt: at, request },
      at,
    )
    expect(content.tests).toHaveLength(testsOf[devicesType])
    expect(content.counted).toEqual(tests)
  },
)

it('sensors have no tests', async () => {
  expect(await plant.client.call('getTests', { plantId: plant.plantId, devicesType: 'other' })).toMatchObject({
    tests: [],
    total: 0,
  })
})
