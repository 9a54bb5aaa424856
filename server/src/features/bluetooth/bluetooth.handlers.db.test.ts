import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

const cu = 'gateway_0A1B2D'
const mac = 'AABBCCDDEEFF'
const other = '112233445566'
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let deviceInput: { plantId: string; topic: string; mac: string }

const device = (address: string, serial: string | null) => ({
  mac: address,
  serial,
  kind: 'unknown' as const,
  inSight: true,
  validated: null,
  reason: null,
  signal: null,
  lastSeen: null,
})

beforeAll(async () => {
  plant = await openPlantWithUnit()
  await plant.server.create.unit(plant.plantId, 'gateway', '0A1B2D')
  await lampDetailFixture(plant.server, cu, { bluetooth: [device(mac, null), device(other, 'B1B2C3')] })
  deviceInput = { plantId: plant.plantId, topic: cu, mac }
})
afterAll(() => plant.server.stop())
beforeEach(() => void plant.drainEvents())

it('an existing device cannot be added again', async () => {
  expect(await plant.client.refusal('gatewayInsertMac', deviceInput)).toBe('DEVICE_ALREADY_PRESENT')
})

it.each([
  { action: 'gatewayInsertSerial', overrides: { serial: 'FFFFFF' } },
  { action: 'gatewayInsertType', overrides: { kind: 'lamp' } },
  { action: 'gatewayValidate', overrides: {} },
  { action: 'gatewayRemove', overrides: {} },
])('$action refuses a device that the gateway has not reported', async ({ action, overrides }) => {
  expect(await plant.client.refusal(action, { ...deviceInput, mac: 'FFFFFFFFFFFF', ...overrides })).toBe(
    'DEVICE_NOT_FOUND',
  )
})

it.each(['scan', 'refresh', 'emergencyOn'] as const)(
  'refuses to send %s of a gateway to another unit',
  async (command) => {
    await plant.server.create.unit(plant.plantId, 'logica', '0A1B2F')
    const input = { plantId: plant.plantId, topic: 'logica_0A1B2F', command }
    expect(await plant.client.refusal('gatewayCommand', input)).toBe('COMMAND_UNKNOWN')
  },
)

it.each([
  { serial: 'A1B2C300', code: 'SERIAL_LIST_INVALID' },
  { serial: 'B1B2C3', code: 'SERIAL_ALREADY_PRESENT' },
])('refuses the serial $serial with $code', async ({ serial, code }) => {
  expect(await plant.client.refusal('gatewayInsertSerial', { ...deviceInput, serial })).toBe(code)
})

it('a device accepts its own serial again', async () => {
  const otherDevice = { ...deviceInput, mac: other, serial: 'B1B2C3' }
  expect(await plant.client.refusal('gatewayInsertSerial', otherDevice)).toBeNull()
})

it('valid commands are sent and broadcast', async () => {
  const { client } = plant
  const responses = [
    await client.call('gatewayCommand', { plantId: deviceInput.plantId, topic: cu, command: 'scan' }),
    await client.call('gatewayCommand', { plantId: deviceInput.plantId, topic: cu, command: 'refresh' }),
    await client.call('gatewayInsertMac', { ...deviceInput, mac: '0123456789AB' }),
    await client.call('gatewayInsertSerial', { ...deviceInput, serial: 'A1B2C3' }),
    await client.call('gatewayInsertType', { ...deviceInput, kind: 'sensor' }),
    await client.call('gatewayValidate', deviceInput),
    await client.call('gatewayRemove', deviceInput),
  ]
  expect(responses.map(({ command }) => command.command)).toEqual([
    'gatewayScan',
    'refresh',
    'gatewayInsertMac',
    'gatewayInsertSerial',
    'gatewayInsertType',
    'gatewayValidate',
    'gatewayRemove',
  ])
  expect(plant.drainBroadcastCommands()).toEqual(responses.map(({ command }) => command.id))
})
