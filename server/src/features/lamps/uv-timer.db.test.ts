import { lampDetail, uvLampProductCode } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

/** The platform holds the end of a UV tube, so every browser counts the same. No tube lights without confirmation. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let seq = 0
beforeAll(async () => {
  plant = await openPlantWithUnit()
  const detail = lampDetail.parse({ params: { uvOxyOnOff: false, uvOxyTimer: 5, uvOxyFanSpeed: 1 } })
  await insertLamps(
    plant.server,
    plant.plantId,
    [20, 21].map((addr) => ({ addr, serial: `B1B2${addr}`, detail, productCode: uvLampProductCode })),
  )
})
afterAll(() => plant.server.stop())

const advanceClock = (seconds: number) => {
  plant.server.clock.time = new Date(plant.server.clock.now().getTime() + seconds * 1000)
}
const inMinutes = (minutes: number) => new Date(plant.server.clock.now().getTime() + minutes * 60_000).toISOString()
const reportParams = (params: object, addr = 20) =>
  plant.sendMessage('state', {
    boot: 1,
    seq: ++seq,
    at: plant.server.clock.now().toISOString(),
    body: { l: [] },
    lampDetail: [{ addr, params: { uvOxyOnOff: false, uvOxyTimer: 5, uvOxyFanSpeed: 1, ...params } }],
  })
const endsAt = async (addr = 20) => (await plant.client.call('getLamp', { ...plant.unit, addr })).uv_ends_at

it('the UV timer runs from the first report of light until it is off', async () => {
  await reportParams({ uvOxyOnOff: true })
  const end = inMinutes(5)
  expect(await endsAt()).toBe(end)
  advanceClock(60)
  await reportParams({ uvOxyOnOff: true, uvOxyFanSpeed: 3 })
  expect(await endsAt()).toBe(end)
  await reportParams({ uvOxyOnOff: false })
  expect(await endsAt()).toBeNull()
})

it('the UV timer starts again when the tube is switched on or gets another time', async () => {
  const { client, unit } = plant
  const write = async (params: object, confirmed = true) => {
    advanceClock(30)
    await client.call('setParam', { ...unit, addr: 20, params, ...(confirmed && { uvConfirmed: true }) })
    await plant.obey()
  }
  await write({ uvOxyOnOff: true, uvOxyTimer: 9 })
  expect(await endsAt()).toBe(inMinutes(9))
  expect(plant.drainEvents()).toContain('lamps')
  await reportParams({ uvOxyOnOff: true, uvOxyTimer: 9 })
  await write({ uvOxyOnOff: true })
  expect(await endsAt()).toBe(inMinutes(9))
  await write({ uvOxyTimer: 2 }, false)
  expect(await endsAt()).toBe(inMinutes(2))
  await reportParams({ uvOxyOnOff: false })
  await write({ uvOxyTimer: 7 }, false)
  expect(await endsAt()).toBeNull()
})

/** Both tubes, as a separate bundle. */
const tubes = () => ({
  plantId: plant.plantId,
  bundleId: crypto.randomUUID(),
  units: [{ topic: plant.unit.topic, addr: [20, 21] }],
})

it('undoing a switch-off lights no UV tube', async () => {
  const { client, plantId, server } = plant
  for (const addr of [20, 21]) await reportParams({ uvOxyOnOff: true }, addr)
  advanceClock(1)
  const uvOff = { uvOxyOnOff: false, uvOxyFanSpeed: 4 }
  const { operations } = await client.call('setMultiParam', { ...tubes(), params: uvOff })
  const operationId = operations[0]?.id ?? ''
  await plant.obey()
  advanceClock(1)
  server.published.splice(0)
  await client.call('undoOperation', { plantId, operationId })
  await plant.obey()
  const multiCommands = server.published
    .map(({ payload }) => JSON.stringify(payload))
    .filter((text) => text.includes('Multi'))
  expect(multiCommands).toHaveLength(1)
  expect(multiCommands[0]).toContain('uvOxyFanSpeed')
  expect(multiCommands[0]).not.toContain('uvOxyOnOff')
})

it('a cancelled UV operation cannot be resumed without confirmation', async () => {
  const { client, plantId } = plant
  advanceClock(1)
  const input = { ...tubes(), params: { uvOxyOnOff: true }, uvConfirmed: true as const }
  const { operations } = await client.call('setMultiParam', input)
  const operationInput = { plantId, operationId: operations[0]?.id ?? '' }
  const [{ id = '' } = {}] = (await client.call('getCommands', { plantId })).commands
  await plant.server.sender.turn()
  await plant.sendMessage('response', { id, state: 'refused', code: 'UNIT_BUSY' })
  const ended = (await client.call('getOperation', operationInput)).operation
  expect(ended).toMatchObject({ state: 'interrupted', canContinue: false, unwritten: [20, 21] })
  expect(await client.refusal('continueOperation', operationInput)).toBe('OPERATION_NOT_INTERRUPTED')
  const bundle = { plantId, bundleId: input.bundleId }
  expect(await client.refusal('continueBundle', bundle)).toBe('UV_NOT_CONFIRMED')
  const continued = await client.call('continueBundle', { ...bundle, uvConfirmed: true })
  expect(continued.operations).toMatchObject([{ id: operationInput.operationId, state: 'running' }])
  await plant.obey()
  expect((await client.call('getOperation', operationInput)).operation).toMatchObject({ state: 'done', unwritten: [] })
})
