import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lampTable } from '../../tables/lamps.schema.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

const ask = () => plant.as.call('getPowerCut', { plantId: plant.plantId })
const onBattery = (addr: number, since: Date, ratedMin: number | null) =>
  plant.server.database.db
    .update(lampTable)
    .set({ condition: 'emergency', mode: 'emergency', conditionSince: since, ratedMin })
    .where(eq(lampTable.addr, addr))

it('says that none runs on battery', async () => {
  expect(await ask()).toEqual({ since: null, lamps: 0, first: [] })
})

it('says since when, how many, and which end first, as their batteries were measured', async () => {
  const now = plant.server.clock.now()
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const id = randomUUID()
  const { db } = plant.server.database
  await db.execute(sql`
    insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, lamps)
    select ${id}, plant_id, id, unit, 'autonomy', 'user', 'finished', ${ago(9999).toISOString()}, '{}' from central_unit`)
  await db.execute(sql`
    insert into test_result (test_id, lamp, serial, description, location, result, reason, measured_s, rated_min, at, received_at)
    values (${id}, 2, 'A1B2C2', '', '', 'failed', 'battery_duration', 1200, 60, ${ago(9999).toISOString()}, ${ago(9999).toISOString()})`)
  await onBattery(1, ago(5), 60)
  await onBattery(2, ago(4), 60)
  await onBattery(3, ago(5), null)
  const { since, lamps, first } = await ask()
  expect([since, lamps]).toEqual([ago(5).toISOString(), 3])
  expect(first.map(({ id: addr, measured, lasts_s, ends_at }) => [addr, measured, lasts_s, ends_at])).toEqual([
    [2, true, 1200, ago(-16).toISOString()],
    [1, false, 3600, ago(-55).toISOString()],
    [3, false, null, null],
  ])
})

it('is of this plant alone, and says nothing of a unit that is not heard of', async () => {
  const { server, installer } = plant
  const other = await server.given.plant({ members: { installerAdministrator: installer.userId } })
  expect((await plant.as.call('getPowerCut', { plantId: other })).lamps).toBe(0)
  await plant.say('online', { boot: 1, online: false, at: server.clock.now().toISOString() })
  expect((await ask()).lamps).toBe(0)
})
