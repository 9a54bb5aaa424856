import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

/** Commands for lines of addressed gear. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
const topic = 'dali_1F2201'

beforeAll(async () => {
  plant = await openPlantWithUnit()
  const { server, plantId } = plant
  await server.create.unit(plantId, 'dali', '1F2201')
  const birth = { life: 'a11fea11fea11fe0', boot: 1, connection: 0, online: true, at: server.clock.now().toISOString() }
  await server.inbox.accept(`v1/${topic}/up/online`, Buffer.from(JSON.stringify(birth)))
})
afterAll(() => plant.server.stop())

it('are sent in the form of the protocol, each place once', async () => {
  const { client, plantId, server } = plant
  const input = { plantId, topic }
  await client.call('scanLines', { ...input, lines: [2, 1, 2] })
  await client.call('commissionLine', { ...input, line: 2, duplicates: [12, 12], noOtherController: true })
  await client.call('restLamps', { ...input, lamps: 'all' })
  await client.call('relightLamps', { ...input, lamps: [84, 84] })
  await client.call('readGearTests', { ...input, lamps: 'all' })
  await client.call('setGearTests', { ...input, lamps: [1, 256], functionalDays: 0, autonomyWeeks: 0 })
  const bodies = server.published.flatMap(({ topic: channel, payload }) =>
    channel === `v1/${topic}/down/command` ? [(payload as { body: unknown }).body] : [],
  )
  expect(bodies.slice(-6)).toEqual([
    { lines: [1, 2] },
    { line: 2, duplicates: [12] },
    { to: 'all' },
    { to: { lamps: [84] } },
    { to: 'all' },
    { to: { lamps: [1, 256] }, functionalDays: 0, autonomyWeeks: 0 },
  ])
})

it('are unknown to units without such lines', async () => {
  expect(await plant.client.refusal('scanLines', { ...plant.unit, lines: [1] })).toBe('COMMAND_UNKNOWN')
})

it('commissioning needs the statement that no other controller is on the line', async () => {
  const input = { plantId: plant.plantId, topic, line: 1, duplicates: [] }
  expect(await plant.client.refusal('commissionLine', input as never)).toBe('INVALID_INPUT')
})
