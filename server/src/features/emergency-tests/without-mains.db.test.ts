import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

/** A test leaves out units and lamps without mains, names them, and runs on the others. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

const run = (statement: ReturnType<typeof sql>) => plant.server.database.db.execute(statement)
const onBattery = (...addrs: number[]) =>
  run(sql`update lamp set mode = case when addr = any(${sql.param(addrs)}::int[]) then 'emergency' else 'normal' end`)
afterEach(async () => {
  await run(sql`update test_run set state = 'notStarted' where state in ('requested', 'running')`)
  await run(sql`update central_unit set on_battery = false, warnings = '{}'`)
  await onBattery()
})

it('a test of all lamps skips lamps without mains', async () => {
  await onBattery(2, 4)
  const { test, leftOut: lampsLeftOut } = await plant.client.call('ftest', { ...plant.unit, addr: [] })
  expect({ total: test.total, leftOut: lampsLeftOut }).toEqual({ total: 2, leftOut: [2, 4] })
  const { rows } = await run(sql`select command->'lamps' as lamps from unit_command where id = ${test.commandId}`)
  expect(rows).toEqual([{ lamps: [1, 3] }])
})

it('no lamp is skipped where all have mains', async () => {
  const { test, leftOut: lampsLeftOut } = await plant.client.call('ftest', { ...plant.unit, addr: [1, 2] })
  expect({ total: test.total, leftOut: lampsLeftOut }).toEqual({ total: 2, leftOut: [] })
})

it.each([
  ['the lamps chosen burn from their batteries', () => onBattery(1, 2)],
  ['the unit does', () => run(sql`update central_unit set on_battery = true`)],
  ['the unit warns of it', () => run(sql`update central_unit set warnings = '{no_mains}'`)],
])('no test starts where %s', async (_title, prepare) => {
  await prepare()
  expect(await plant.client.refusal('ftest', { ...plant.unit, addr: [1, 2] })).toBe('UNIT_WITHOUT_MAINS')
  expect((await plant.client.call('getPlantDetails', { plantId: plant.plantId })).tests).toEqual([])
})
