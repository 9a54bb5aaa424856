import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

/** The measured durations of the last autonomy test, as in the lamp list. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
const at = (day: number) => new Date(Date.UTC(2026, 1, day)).toISOString()

type Given = [serial: string, result: 'passed' | 'failed' | 'notExecuted', measuredS: number | null, reason?: string]
const addTest = async (day: number, kind: 'functional' | 'autonomy', results: Given[]) => {
  const id = randomUUID()
  const { db } = plant.server.database
  await db.execute(sql`
    insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, lamps)
    select ${id}, plant_id, id, unit, ${kind}, 'user', 'finished', ${at(day)}, '{}' from central_unit`)
  for (const [serial, result, measuredS, reason = null] of results)
    await db.execute(sql`
      insert into test_result (test_id, lamp, serial, description, location, result, reason, measured_s, rated_min, at, received_at)
      values (${id}, ${Number(serial.at(-1))}, ${serial}, '', '', ${result}, ${reason}, ${measuredS}, 60, ${at(day)}, ${at(day)})`)
}

beforeAll(async () => {
  plant = await openPlantWithUnit()
  await addTest(1, 'autonomy', [
    ['A1B2C1', 'passed', 3700],
    ['A1B2C2', 'passed', 3600],
    ['A1B2C3', 'notExecuted', null, 'battery_charging'],
  ])
  await addTest(2, 'autonomy', [
    ['A1B2C1', 'failed', 1200, 'battery_duration'],
    ['A1B2C2', 'notExecuted', 60, 'mains_failure'],
    ['A1B2C3', 'notExecuted', null, 'inhibited'],
  ])
  await addTest(3, 'functional', [['A1B2C1', 'passed', 30]])
})
afterAll(() => plant.server.stop())

it('the result is the last complete measurement, or the reason without one', async () => {
  const { lamps } = await plant.client.call('getAutonomyResults', { plantId: plant.plantId })
  const sortedLamps = lamps.toSorted((a, b) => a.serial.localeCompare(b.serial))
  expect(sortedLamps.map(({ cu, ...one }) => one)).toEqual([
    { serial: 'A1B2C1', result: 'failed', reason: 'battery_duration', measured_s: 1200, rated_min: 60, at: at(2) },
    { serial: 'A1B2C2', result: 'passed', reason: null, measured_s: 3600, rated_min: 60, at: at(1) },
    { serial: 'A1B2C3', result: 'notExecuted', reason: 'inhibited', measured_s: null, rated_min: 60, at: at(2) },
  ])
  expect(new Set(sortedLamps.map(({ cu }) => cu))).toEqual(new Set(['logica_0A1B2C']))
})

it('results are limited to the plant', async () => {
  const { server, installer } = plant
  const other = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  expect(await plant.client.call('getAutonomyResults', { plantId: other })).toEqual({ lamps: [] })
})
