import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { claimDuePlants, computeStats } from './stats.store.ts'

/** A lamp serial reported by several units is a finding at each of them. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let other: { plantId: string; unit: string }
let second: string
beforeAll(async () => {
  plant = await openPlantWithUnit()
  const { create: fixtures } = plant.server
  second = await fixtures.unit(plant.plantId, 'logica', '0B0001')
  const plantId = await fixtures.plant()
  other = { plantId, unit: await fixtures.unit(plantId, 'logica', '0C0001') }
})
afterAll(() => plant.server.stop())

let seq = 0
const lamp = (addr: number, serial: string) => [addr, serial, 0, 2, 8, 0, 2, 254, 30, 254, 1, 1, 0, null, null]
const list = async (...serials: string[]) =>
  plant.sendMessage('state', {
    boot: 2,
    seq: ++seq,
    at: plant.server.clock.now().toISOString(),
    body: { l: serials.map((serial, at) => lamp(at + 1, serial)) },
    lampList: serials.map((_, at) => at + 1),
  })
const idOf = async (unit: string) =>
  (await plant.server.database.db.select().from(centralUnitTable).where(eq(centralUnitTable.unit, unit)))[0]?.id ?? ''
const setSerial = async (unit: string, addr: number, serial: string) => {
  const { db } = plant.server.database
  await db.execute(sql`insert into lamp select (jsonb_populate_record(l, jsonb_build_object(
    'central_unit_id', ${await idOf(unit)}::text, 'addr', ${addr}::int, 'serial', ${serial}::text))).*
    from lamp l limit 1`)
}
const due = async () => (await plant.server.inTransaction(({ tx }) => claimDuePlants(tx))).sort()
const readSharedSerials = async (plantId: string) => {
  const figures = await plant.server.inTransaction(({ tx }) => computeStats(tx, [plantId]))
  const found = figures.get(plantId)?.attention.filter(({ code }) => code === 'serial_shared') ?? []
  return found.map(({ cu, count, condition }) => [cu, count, condition])
}

beforeEach(async () => {
  await plant.server.database.db.delete(lampTable)
  await list('A1B2C1', 'A1B2C2', '0001')
  await due()
})

it('a shared serial lists both units of a plant with their lamps', async () => {
  await setSerial(second, 1, 'A1B2C1')
  expect(await due()).toEqual([plant.plantId])
  const lampsOfSerial = [[plant.unit.topic, 1, 'warning'] as const, [second, 1, 'warning'] as const]
  expect(await readSharedSerials(plant.plantId)).toEqual(expect.arrayContaining(lampsOfSerial.map((one) => [...one])))
  // Shorter serials are common to many lamps.
  await setSerial(second, 2, '0001')
  expect(await readSharedSerials(plant.plantId)).toHaveLength(2)
  expect((await readSharedSerials(plant.plantId)).map(([, count]) => count)).toEqual([1, 1])
})

it('a serial shared by two plants lists only the own unit', async () => {
  await setSerial(other.unit, 1, 'A1B2C2')
  expect(await due()).toEqual([plant.plantId, other.plantId].sort())
  expect(await readSharedSerials(plant.plantId)).toEqual([[plant.unit.topic, 1, 'warning']])
  const figures = await plant.server.inTransaction(({ tx }) => computeStats(tx, [plant.plantId]))
  expect(JSON.stringify([...figures])).not.toMatch(new RegExp(`${other.plantId}|${other.unit}`))
})

it('the shared serial ends in both plants when a lamp or unit changes', async () => {
  await setSerial(other.unit, 1, 'A1B2C2')
  const { db } = plant.server.database
  await due()
  await db
    .update(lampTable)
    .set({ serial: 'A1B2CF' })
    .where(eq(lampTable.centralUnitId, await idOf(other.unit)))
  expect(await due()).toEqual([plant.plantId, other.plantId].sort())
  expect(await readSharedSerials(plant.plantId)).toEqual([])
  await db
    .update(lampTable)
    .set({ serial: 'A1B2C1' })
    .where(eq(lampTable.centralUnitId, await idOf(other.unit)))
  await due()
  const unit = eq(centralUnitTable.unit, other.unit)
  await db.update(centralUnitTable).set({ acquired: false }).where(unit)
  expect(await due()).toEqual([plant.plantId, other.plantId].sort())
  expect(await readSharedSerials(plant.plantId)).toEqual([])
  await db.update(centralUnitTable).set({ acquired: true }).where(unit)
  await due()
  await db.delete(lampTable).where(eq(lampTable.centralUnitId, await idOf(other.unit)))
  expect(await due()).toEqual([plant.plantId, other.plantId].sort())
  expect(await readSharedSerials(plant.plantId)).toEqual([])
})
