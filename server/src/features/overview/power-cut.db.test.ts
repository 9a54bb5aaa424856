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

const readPowerCut = () => plant.client.call('getPowerCut', { plantId: plant.plantId })
const onBattery = (addr: number, since: Date, ratedMin: number | null) =>
  plant.server.database.db
    .update(lampTable)
    .set({ condition: 'emergency', mode: 'emergency', conditionSince: since, ratedMin })
    .where(eq(lampTable.addr, addr))

it('the power cut is empty without lamps on battery', async () => {
  expect(await readPowerCut()).toEqual({ since: null, lamps: 0, first: [] })
})

it('the power cut shows start, count and first ends by measured autonomy', async () => {
  const now = plant.server.clock.now()
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const id = randomUUID()
  const { db } = plant.server.database
  await db.execute(sql`
    insert into test_run (id, plant_id, central_unit_id, unit, kind, trigger, state, requested_at, lamps)
    select ${id}, plant_id, id, unit, 'autonomy', 'user', 'finished', ${minutesAgo(9999).toISOString()}, '{}' from central_unit`)
  await db.execute(sql`
    insert into test_result (test_id, lamp, serial, description, location, result, reason, measured_s, rated_min, at, received_at)
    values (${id}, 2, 'A1B2C2', '', '', 'failed', 'battery_duration', 1200, 60, ${minutesAgo(9999).toISOString()}, ${minutesAgo(9999).toISOString()})`)
  await onBattery(1, minutesAgo(5), 60)
  await onBattery(2, minutesAgo(4), 60)
  await onBattery(3, minutesAgo(5), null)
  const { since, lamps, first } = await readPowerCut()
  expect([since, lamps]).toEqual([minutesAgo(5).toISOString(), 3])
  expect(first.map(({ id: addr, measured, lasts_s, ends_at }) => [addr, measured, lasts_s, ends_at])).toEqual([
    [2, true, 1200, minutesAgo(-16).toISOString()],
    [1, false, 3600, minutesAgo(-55).toISOString()],
    [3, false, null, null],
  ])
})

it('the power cut is limited to the plant and excludes offline units', async () => {
  const { server, installer } = plant
  const other = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  expect((await plant.client.call('getPowerCut', { plantId: other })).lamps).toBe(0)
  await plant.sendMessage('online', { boot: 1, online: false, at: server.clock.now().toISOString() })
  expect((await readPowerCut()).lamps).toBe(0)
})
