import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { updateFailedTests } from '../lamps/index.ts'
import { updateStats } from '../overview/index.ts'
import { grantPro } from '../plants/index.ts'
import { findReport } from './reports.store.ts'

/** Test results of a period, as on the page, in the files and in the PDF. The plant is in Rome. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let unitId: string
const now = '2026-05-31T10:00:00.000Z'
const unit = 'logica_0A1B2C'
const year = 31_536_000_000

type Found = { lamp: number; serial: string; result?: string; measured?: number; rated?: number; at?: string }
/** A stored test with its results. */
const givenTest = async (at: string, kind: 'functional' | 'autonomy', found: Found[], state = 'finished') => {
  const id = randomUUID()
  const { db } = plant.server.database
  await db.execute(sql`
    insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, started_at, ended_at, lamps)
    values (${id}, ${plant.plantId}, ${unitId}, ${unit}, ${kind}, 'automatic', ${state}, ${at}, ${at}, ${at}, '{1}')`)
  for (const { lamp, serial, result = 'passed', measured = null, rated = null, at: resultAt = at } of found)
    await db.execute(sql`
      insert into test_result (test_id, lamp, serial, description, location, result, reason, measured_s, rated_min, at, received_at)
      values (${id}, ${lamp}, ${serial}, ${`Old name ${lamp}`}, '', ${result}, ${result === 'failed' ? 'lamp_failure' : null},
        ${measured}, ${rated}, ${resultAt}, ${resultAt})`)
  await updateFailedTests(
    db,
    unitId,
    found.map(({ serial }) => serial),
    plant.server.clock.now(),
  )
  return id
}

beforeAll(async () => {
  plant = await openPlantWithUnit()
  plant.server.clock.time = new Date(now)
  const { db } = plant.server.database
  await grantPro(db, plant.plantId, new Date(Date.parse(now) + year))
  unitId = (await db.execute<{ id: string }>(sql`select id from central_unit`)).rows[0]?.id ?? ''
  await insertLamps(plant.server, plant.plantId, [{ addr: 5, serial: 'B1B2C5', type: 'lighting' }])
})
afterAll(() => plant.server.stop())
beforeEach(async () => {
  await plant.server.database.db.execute(sql`delete from report`)
  await plant.server.database.db.execute(sql`delete from failed_test`)
  await plant.server.database.db.execute(sql`delete from test_result`)
  await plant.server.database.db.execute(sql`delete from test_run`)
})

type Asked = Partial<Parameters<typeof plant.client.call<'getGlobalReports'>>[1]>
const reportOf = (query: Asked = {}) =>
  plant.client.call('getGlobalReports', { plantId: plant.plantId, period: 'last3Months', ...query })
const lampsOf = async (query: Asked = {}) => (await reportOf(query)).rows.map(({ lamp }) => lamp)

describe('last results', () => {
  it('are listed per lamp and test kind with current names', async () => {
    await givenTest('2026-04-01T09:00:00Z', 'functional', [
      { lamp: 1, serial: 'A1B2C1' },
      { lamp: 2, serial: 'A1B2C2', result: 'failed' },
    ])
    await givenTest('2026-05-01T09:00:00Z', 'functional', [
      // The lamp was not tested: known values come from an earlier test.
      { lamp: 1, serial: 'A1B2C1', result: 'notExecuted' },
      { lamp: 2, serial: 'A1B2C2' },
      { lamp: 9, serial: 'GONE09' },
    ])
    await givenTest('2026-05-02T09:00:00Z', 'autonomy', [
      { lamp: 1, serial: 'A1B2C1', result: 'failed', measured: 1200, rated: 60 },
    ])
    // The test still runs: its failures are open, and its results are no rows yet.
    await givenTest('2026-05-31T09:00:00Z', 'functional', [{ lamp: 2, serial: 'A1B2C2', result: 'failed' }], 'running')
    const {
      rows,
      total,
      figures,
      result,
      tests,
      running: runningCount,
      units,
      openBefore,
      openRunning,
    } = await reportOf()
    expect([openBefore, openRunning]).toEqual([0, 1])
    expect(rows.map(({ isFormer }) => isFormer)).toEqual([false, false, false, false, true])
    const short = rows.map((row) => [row.lamp, row.outcome, row.functional?.result, row.autonomy?.result])
    expect(short).toEqual([
      [1, 'failed', 'passed', 'failed'],
      [2, 'passed', 'passed', undefined],
      [3, 'notTested', undefined, undefined],
      [4, 'notTested', undefined, undefined],
      [9, 'passed', 'passed', undefined],
    ])
    expect(rows[0]).toMatchObject({
      functional: { at: '2026-04-01T09:00:00.000Z' },
      autonomy: { reason: 'lamp_failure', measured_s: 1200, rated_min: 60 },
      description: '',
    })
    expect(rows[4]).toMatchObject({ serial: 'GONE09', description: 'Old name 9' })
    expect({ total, result, tests, running: runningCount }).toEqual({
      total: 5,
      result: 'fail',
      tests: { functional: 2, autonomy: 1 },
      running: 1,
    })
    expect(figures).toEqual({
      lamps: { failed: 1, notExecuted: 0, passed: 1, notTested: 2 },
      functional: { failed: 0, notExecuted: 0, passed: 2, notTested: 2 },
      autonomy: { failed: 1, notExecuted: 0, passed: 0, notTested: 3 },
    })
    expect(units).toMatchObject([{ cu: unit, connected: true, lamps: 5, functional: 'unknown', autonomy: 'fail' }])
  })

  it('can be limited to one kind of devices in rows, figures and result', async () => {
    await givenTest('2026-05-01T09:00:00Z', 'functional', [
      { lamp: 1, serial: 'A1B2C1', result: 'failed' },
      { lamp: 5, serial: 'B1B2C5' },
    ])
    const lighting = await reportOf({ devicesType: 'lighting' })
    expect([lighting.rows.map(({ lamp }) => lamp), lighting.result]).toEqual([[5], 'pass'])
    expect(lighting.figures.lamps).toEqual({ failed: 0, notExecuted: 0, passed: 1, notTested: 0 })
    expect(await lampsOf({ devicesType: 'emergency' })).toEqual([1, 2, 3, 4])
    expect(await lampsOf({ devicesType: 'other' })).toEqual([])
  })

  it('are a pass once all passed, and disconnected if every unit is', async () => {
    await givenTest(
      '2026-05-01T09:00:00Z',
      'functional',
      [1, 2, 3, 4].map((lamp) => ({ lamp, serial: `A1B2C${lamp}` })),
    )
    expect((await reportOf()).result).toBe('pass')
    await plant.sendMessage('online', { boot: 1, online: false })
    expect((await reportOf()).result).toBe('disconnected')
    await plant.sendMessage('online', { boot: 1, connection: 1, online: true, at: now })
  })

  it.each([
    ['functional_test_failed', 'fail'],
    ['lamp_failure', 'pass'],
  ])('are as in the list of plants if a unit reports %s: %s', async (error, result) => {
    await givenTest(
      '2026-05-01T09:00:00Z',
      'functional',
      [1, 2, 3, 4].map((lamp) => ({ lamp, serial: `A1B2C${lamp}` })),
    )
    const { server } = plant
    await server.database.db.execute(sql`update lamp set errors = array[${error}] where addr = 2`)
    await server.database.db.execute(
      sql`update central_unit set counts = jsonb_set(counts, '{errors}', ${JSON.stringify({ [error]: 1 })}::jsonb)`,
    )
    await server.inTransaction(updateStats)
    const { plants } = await plant.client.call('getAllPlants', {})
    expect([(await reportOf()).result, plants[0]?.result]).toEqual([result, result])
    await server.database.db.execute(sql`update lamp set errors = '{}'`)
    await server.database.db.execute(sql`update central_unit set counts = jsonb_set(counts, '{errors}', '{}')`)
  })
})

describe('earlier failure', () => {
  const lamp = { lamp: 1, serial: 'A1B2C1' }
  const otherFound = [2, 3, 4].map((nr) => ({ lamp: nr, serial: `A1B2C${nr}` }))
  const failedOf = async (query: Asked = {}) => {
    const { result, openBefore } = await reportOf(query)
    return [result, openBefore]
  }

  it('fails the plant until the lamp passes that test', async () => {
    await givenTest('2026-01-14T02:00:00Z', 'autonomy', [{ ...lamp, result: 'failed' }, ...otherFound])
    await givenTest('2026-05-01T09:00:00Z', 'functional', [lamp, ...otherFound])
    expect(await failedOf()).toEqual(['fail', 1])
    expect((await reportOf()).rows.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed', 'passed'])
    expect(await failedOf({ devicesType: 'lighting' })).toEqual(['unknown', 0])
    // Over the plant's life it is a normal row.
    expect(await failedOf({ period: 'plantLife' })).toEqual(['fail', 0])
    await givenTest('2026-05-02T02:00:00Z', 'autonomy', [{ ...lamp, result: 'notExecuted' }])
    expect(await failedOf()).toEqual(['fail', 1])
    await givenTest('2026-05-03T02:00:00Z', 'autonomy', [lamp])
    expect(await failedOf()).toEqual(['pass', 0])
  })

  it('is the last result before the period of existing lamps and counts once', async () => {
    await givenTest('2026-01-13T02:00:00Z', 'autonomy', [{ ...lamp, result: 'failed' }])
    await givenTest('2026-01-14T02:00:00Z', 'autonomy', [lamp, { lamp: 9, serial: 'C9C9C9', result: 'failed' }])
    expect(await failedOf()).toEqual(['unknown', 0])
    for (const kind of ['autonomy', 'functional'] as const)
      await givenTest('2026-01-15T02:00:00Z', kind, [{ ...lamp, result: 'failed' }])
    expect(await failedOf()).toEqual(['fail', 1])
    // The lamp failed in the period as well, so it is a row.
    await givenTest('2026-05-01T02:00:00Z', 'functional', [{ ...lamp, result: 'failed' }])
    expect(await failedOf()).toEqual(['fail', 0])
  })

  it('is found regardless of its age', async () => {
    await givenTest('2024-01-14T02:00:00Z', 'autonomy', [lamp])
    await givenTest('2024-01-15T02:00:00Z', 'autonomy', [{ ...lamp, result: 'failed' }])
    await givenTest('2026-01-15T02:00:00Z', 'autonomy', otherFound)
    await givenTest('2026-05-01T02:00:00Z', 'functional', [lamp, ...otherFound])
    expect(await failedOf()).toEqual(['fail', 1])
    await givenTest('2024-01-16T02:00:00Z', 'autonomy', [lamp])
    expect(await failedOf()).toEqual(['pass', 0])
  })

  it('does not depend on row filters or removed lamps', async () => {
    await givenTest('2026-05-01T02:00:00Z', 'functional', [
      lamp,
      ...otherFound,
      { lamp: 9, serial: 'GONE09', result: 'failed' },
    ])
    expect(await failedOf()).toEqual(['pass', 0])
    await givenTest('2026-05-02T02:00:00Z', 'functional', [{ ...lamp, result: 'failed' }])
    const { total, result, figures } = await reportOf({ search: 'nowhere' })
    expect([total, result, figures.lamps]).toEqual([0, 'fail', { failed: 1, notExecuted: 0, passed: 3, notTested: 0 }])
  })

  it('is shown in a last-test report too', async () => {
    await givenTest('2026-05-01T02:00:00Z', 'autonomy', [{ ...lamp, result: 'failed' }])
    await givenTest('2026-05-02T02:00:00Z', 'functional', otherFound)
    expect(await failedOf({ period: 'lastTest' })).toEqual(['fail', 1])
  })
})

it.each([
  // Three months before 31 May is the end of February, when Rome's clock is an hour ahead of UTC.
  ['last3Months', '2026-02-27T23:00:00.000Z'],
  ['lastYear', '2025-05-30T22:00:00.000Z'],
  ['last2Years', '2024-05-30T22:00:00.000Z'],
] as const)('%s begins on its first day in the plant zone', async (period, from) => {
  const before = new Date(Date.parse(from) - 1000).toISOString()
  await givenTest(before, 'functional', [
    { lamp: 1, serial: 'A1B2C1', at: from },
    { lamp: 2, serial: 'A1B2C2', at: before },
  ])
  const { rows, from: reportedFrom, until } = await reportOf({ period })
  expect(rows.filter(({ functional }) => functional).map(({ lamp }) => lamp)).toEqual([1])
  expect([reportedFrom, until]).toEqual([from, now])
  const life = await reportOf({ period: 'plantLife' })
  expect([life.from, life.figures.functional.passed]).toEqual([null, 2])
})

it('rows come in pages of 25 that keep sort and filter', async () => {
  const found = (lamps: number) =>
    Array.from({ length: lamps }, (_, at) => ({
      lamp: 100 + at,
      serial: `C1C2${100 + at}`,
      result: at < 3 ? 'failed' : 'passed',
    }))
  await givenTest('2026-05-01T09:00:00Z', 'functional', found(21))
  expect((await reportOf()).total).toBe(25)
  expect(await lampsOf({ page: 2 })).toEqual([])
  await givenTest('2026-05-02T09:00:00Z', 'functional', [{ lamp: 121, serial: 'C1C2121' }])
  expect((await reportOf()).rows).toHaveLength(25)
  expect(await lampsOf({ page: 2 })).toEqual([121])
  expect(await lampsOf({ page: 2, descending: true })).toEqual([1])
  const failed = await reportOf({ outcome: 'failed', sort: 'outcome' })
  expect(failed.total).toBe(3)
  expect(await lampsOf({ search: '0121' })).toEqual([121])
})

it('a Basic plant gets a report of its last test only', async () => {
  const { server, plantId, client } = plant
  await givenTest('2026-05-01T09:00:00Z', 'functional', [{ lamp: 1, serial: 'A1B2C1' }])
  await givenTest('2026-05-02T09:00:00Z', 'functional', [{ lamp: 2, serial: 'A1B2C2' }])
  await server.database.db.execute(sql`update plant set ever_pro = false, pro_expiry = null where id = ${plantId}`)
  expect(await lampsOf({ period: 'lastTest' })).toEqual([2])
  for (const period of ['last3Months', 'lastYear', 'last2Years', 'plantLife'] as const)
    for (const action of ['getGlobalReports', 'createGlobalReport'])
      expect(
        await client.refusal(action, { plantId, period, ...(action === 'createGlobalReport' && { language: 'en' }) }),
      ).toBe('REPORT_LIMIT_BASIC')
  const { report } = await client.call('createGlobalReport', { plantId, period: 'lastTest', language: 'en' })
  const download = () => client.refusal('downloadReport', { plantId, reportId: report.id })
  expect(await download()).toBe('REPORT_NOT_READY')
  // A newer test exists meanwhile: the report is no longer of the last one.
  await givenTest('2026-05-03T09:00:00Z', 'functional', [{ lamp: 3, serial: 'A1B2C3' }])
  expect(await download()).toBe('REPORT_LIMIT_BASIC')
  await grantPro(server.database.db, plantId, new Date(Date.parse(now) + year))
})

it('the PDF of a period contains only the rows in view', async () => {
  const { server, plantId, client } = plant
  const input = { plantId, period: 'lastYear', outcome: 'failed', search: 'door', language: 'de' } as const
  const { report } = await client.call('createGlobalReport', input)
  expect(report).toMatchObject({ period: 'lastYear', testId: null, state: 'queued' })
  const request = { period: 'lastYear', devicesType: 'all', outcome: 'failed', search: 'door', byMail: false }
  expect(await findReport(server.database.db, plantId, report.id)).toMatchObject({ kind: 'plant', request })
  server.ports.settings.filesQuotaMb = 0
  expect(await client.refusal('createGlobalReport', input)).toBe('FILE_QUOTA_EXCEEDED')
  server.ports.settings.filesQuotaMb = 2
})

it('an untested plant has an unknown result', async () => {
  const { rows, figures, result, tests } = await reportOf()
  expect([rows.length, figures.lamps.notTested, result, tests]).toEqual([
    4,
    4,
    'unknown',
    { functional: 0, autonomy: 0 },
  ])
  expect(await reportOf({ period: 'lastTest' })).toMatchObject({ rows: [], total: 0, from: null })
})
