import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

/** An autonomy test with a bad prospect starts only with "anyway". */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

const run = (statement: ReturnType<typeof sql>) => plant.server.database.db.execute(statement)
afterEach(async () => {
  await run(sql`delete from test_result`)
  await run(sql`update test_run set state = 'notStarted', ended_at = null`)
  await run(sql`delete from unit_record`)
  await run(sql`update lamp set parity = null, type = 'emergency', serial = 'A1B2C' || addr`)
})

const hoursAgo = (hours: number) => new Date(plant.server.clock.now().getTime() - hours * 3_600_000).toISOString()
const addTest = async (
  { hours = 23.5, kind = 'autonomy' }: { hours?: number; kind?: 'functional' | 'autonomy' },
  results: [addr: number, result: 'passed' | 'failed' | 'notExecuted', reason?: string][],
) => {
  const id = randomUUID()
  await run(sql`
    insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, ended_at, lamps)
    select ${id}, plant_id, id, unit, ${kind}, 'automatic', 'finished', ${hoursAgo(hours)}, ${hoursAgo(hours)}, '{1,2,3,4}'
    from central_unit`)
  for (const [addr, result, reason = null] of results)
    await run(sql`
      insert into test_result (test_id, lamp, serial, description, location, result, reason, measured_s, rated_min, at, received_at)
      values (${id}, ${addr}, ${`A1B2C${addr}`}, '', '', ${result}, ${reason}, ${result === 'notExecuted' ? null : 3600}, 60,
        ${hoursAgo(hours)}, ${hoursAgo(hours)})`)
}
const addMainsRecord = (hours: number, kind: 'mainsFailed' | 'mainsRestored') => {
  const at = hoursAgo(hours)
  return run(sql`
    insert into unit_record (unit, boot, seq, kind, body, at, received_at, plant_id, central_unit_id, event)
    select unit, 1, ${Math.round(1000 - hours)}, 'mains', '{}', ${at}, ${at}, plant_id, id, ${JSON.stringify({ kind })}::jsonb
    from central_unit`)
}
const testGroups = (...even: number[]) =>
  run(sql`update lamp set parity = case when addr = any(${sql.param(even)}::int[]) then 'even' else 'odd' end`)

const refusalOf = async (addr: number[]) => {
  const pendingTest = plant.client.call('ftest', { ...plant.unit, addr, kind: 'autonomy' })
  const { code, details } = await pendingTest.then(
    () => ({ code: 'started', details: null }),
    (error: { code: string; details: unknown }) => error,
  )
  return [code, details]
}

it('a lamp discharged by an autonomy test within 24 h needs confirmation', async () => {
  await addTest({}, [
    [1, 'passed'],
    [2, 'failed', 'battery_duration'],
    [3, 'notExecuted', 'stopped_by_user'],
    [4, 'notExecuted', 'inhibited'],
  ])
  const details = { until: hoursAgo(23.5), by: 'test', lamps: 3 }
  expect(await refusalOf([])).toEqual(['BATTERIES_NOT_CHARGED', details])
  expect(await refusalOf([1])).toEqual(['BATTERIES_NOT_CHARGED', { ...details, lamps: 1 }])
  expect(
    (await plant.client.call('ftest', { ...plant.unit, addr: [1], kind: 'autonomy', anyway: true })).test.total,
  ).toBe(1)
})

it.each([
  ['the test ended 24 h ago', () => addTest({ hours: 24.01 }, [[1, 'passed']])],
  ['it was a functional test', () => addTest({ kind: 'functional' }, [[1, 'passed']])],
  ['it was of other lamps', () => addTest({}, [[2, 'passed']])],
  ['the lamp was not executed', () => addTest({}, [[1, 'notExecuted', 'battery_charging']])],
  [
    'another lamp hangs there now',
    () => addTest({}, [[1, 'passed']]).then(() => run(sql`update lamp set serial = 'FFFFF1' where addr = 1`)),
  ],
  ['mains came back 24 h ago', () => addMainsRecord(24.01, 'mainsRestored')],
])('no confirmation is needed where %s', async (_title, prepare) => {
  await prepare()
  expect(await refusalOf([1])).toEqual(['started', null])
})

it('a mains failure within 24 h needs confirmation for all lamps of an autonomy test', async () => {
  await addMainsRecord(30, 'mainsFailed')
  await addMainsRecord(23, 'mainsRestored')
  expect(await refusalOf([1, 2])).toEqual(['BATTERIES_NOT_CHARGED', { until: hoursAgo(23), by: 'mains', lamps: 2 }])
  await testGroups(2, 4)
  expect((await plant.client.call('ftest', { ...plant.unit, addr: [] })).test.state).toBe('requested')
})

it('lamps of both test groups need confirmation, those of one do not', async () => {
  await testGroups(2)
  expect(await refusalOf([])).toEqual(['BOTH_TEST_GROUPS', { even: 1, odd: 3 }])
  expect(await refusalOf([1, 3])).toEqual(['started', null])
})

it('a test of one group needs confirmation while the other group is discharged', async () => {
  await testGroups(2, 4)
  await addTest({ hours: 2 }, [[2, 'passed']])
  expect(await refusalOf([1, 3])).toEqual(['BOTH_TEST_GROUPS', { even: 1, odd: 2 }])
  expect(await refusalOf([4])).toEqual(['started', null])
})

it('a held test of both groups needs confirmation', async () => {
  await testGroups(2)
  const { plantId, topic } = plant.unit
  const held = { plantId, units: [{ topic, addr: [] }], kind: 'autonomy' as const }
  for (const when of [{}, { startsAt: hoursAgo(-5) }]) {
    expect(await plant.client.refusal('holdTest', { ...held, ...when })).toBe('BOTH_TEST_GROUPS')
    expect((await plant.client.call('holdTest', { ...held, ...when, anyway: true })).held).toHaveLength(1)
  }
  expect((await plant.client.call('holdTest', { ...held, units: [{ topic, addr: [1, 3] }] })).held).toHaveLength(1)
})

it('both confirmations are requested at once and recorded in the audit', async () => {
  await testGroups(2, 4)
  await addMainsRecord(1, 'mainsRestored')
  const bothTestGroups = { even: 2, odd: 2 }
  const details = { until: hoursAgo(1), by: 'mains', lamps: 4, bothTestGroups }
  expect(await refusalOf([])).toEqual(['BATTERIES_NOT_CHARGED', details])
  await plant.client.call('ftest', { ...plant.unit, addr: [], kind: 'autonomy', anyway: true })
  const { rows } = await run(sql`
    select changes from audit where action = 'ftest' and result = 'ok' and changes @> '[{"field": "lamps", "after": 4}]'`)
  const anywayChange = expect.arrayContaining([{ field: 'anyway', before: null, after: true }])
  expect(rows).toContainEqual({ changes: anywayChange })
})

it('a running test is reported at once without confirmation', async () => {
  await testGroups(2)
  await plant.client.call('ftest', { ...plant.unit, addr: [1] })
  expect(await refusalOf([])).toEqual(['TEST_ALREADY_RUNNING', undefined])
})
