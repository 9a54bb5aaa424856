import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { openPlantWithFaults } from '../../testing/plant-with-faults.ts'
import { moveFailedTests } from './index.ts'

/** The new unit of each test takes over from the plant's unit, whose lamps 1 and 2 have failed their autonomy test. */
const [successor, life] = ['0A1BF0', 'a11fea11fea11fe0'] as const
const topic = `logica_${successor}`
let plant: Awaited<ReturnType<typeof openPlantWithFaults>>
let seq = 0
beforeEach(async () => {
  plant = await openPlantWithFaults()
  await plant.reportFaults({})
  await plant.runTest(randomUUID(), 'D', [
    [1, 'A1B2C1', 1, 1200],
    [2, 'A1B2C2', 1, 1200],
    [3, 'A1B2C3', 0, 3600],
  ])
  await plant.server.create.unit(plant.plantId, 'logica', successor)
})
afterEach(() => plant.server.stop())

const sendMessage = (channel: string, body: object) => {
  const message = { life, boot: 1, seq: ++seq, at: plant.server.clock.now().toISOString(), ...body }
  return plant.server.inbox.accept(`v1/${topic}/up/${channel}`, Buffer.from(JSON.stringify(message)))
}
/** The new unit reports the same lamps, but for another one at address 2; as long lists do, in two messages. */
const serials = ['A1B2C1', 'C0FFE2', 'A1B2C3']
const reportLamps = (...addrs: number[]) => {
  const l = addrs.map((addr) => [addr, serials[addr - 1], 0, 2, 8, 0, 2, 254, 30, 254, 1, 1, 0, 'ST-8', '1.0'])
  return sendMessage('state', { body: { l } })
}
const reportSome = () => reportLamps(3)
const reportRest = () => reportLamps(1, 2)
const moveTests = async () => {
  const { db } = plant.server.database
  const rowOf = async (unit: string) => {
    const [row] = await db.select().from(centralUnitTable).where(eq(centralUnitTable.unit, unit))
    return row ?? Promise.reject(new Error(`the plant has no unit ${unit}`))
  }
  const [from, to] = [await rowOf(plant.unit.topic), await rowOf(topic)]
  await plant.server.inTransaction((work) => moveFailedTests(work, from.id, to))
}
const errors = async () => {
  const { plantId, client } = plant
  const lamps = await Promise.all([1, 2, 3].map((addr) => client.call('getLamp', { plantId, topic, addr })))
  return lamps.map(({ lamp }) => lamp.errors)
}
const failed = ['autonomy_test_failed']

it.each([
  ['before', [reportSome, reportRest, moveTests]],
  ['partly before', [reportSome, moveTests, reportRest]],
  ['after', [moveTests, reportSome, reportRest]],
])('failed tests stay open when the new unit reports lamps %s the takeover', async (_, steps) => {
  await sendMessage('online', { connection: 0, online: true })
  for (const step of steps) await step()
  expect(await errors()).toEqual([failed, failed, []])
  const { units } = await plant.client.call('getUnitsDetails', { plantId: plant.plantId })
  expect(units.find(({ cu_id }) => cu_id === successor)?.lamps.in_error).toBe(2)

  plant.advanceClock(60_000)
  const testId = randomUUID()
  const record = (kind: string, body: unknown) => sendMessage('record', { kind, body })
  await record('test.start', { t: testId, k: 'D', by: 1, a: [1] })
  await record('test.result', [testId, 1, 'A1B2C1', 0, 0, 3600])
  await record('test.end', { t: testId, o: 0 })
  expect(await errors()).toEqual([[], failed, []])
})
