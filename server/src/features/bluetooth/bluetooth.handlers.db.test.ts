import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

const cu = 'gateway_0A1B2D'
const mac = 'AABBCCDDEEFF'
const other = '112233445566'
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
let on: { plantId: string; topic: string; mac: string }

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
  await plant.server.given.unit(plant.plantId, 'gateway', '0A1B2D')
  await lampDetailFixture(plant.server, cu, { bluetooth: [device(mac, null), device(other, 'B1B2C3')] })
  on = { plantId: plant.plantId, topic: cu, mac }
})
afterAll(() => plant.server.stop())
beforeEach(() => void plant.news())

it('does not add a device that is there', async () => {
  expect(await plant.as.refusal('gatewayInsertMac', on)).toBe('DEVICE_ALREADY_PRESENT')
})

it.each([
  { action: 'gatewayInsertSerial', more: { serial: 'FFFFFF' } },
  { action: 'gatewayInsertType', more: { kind: 'lamp' } },
  { action: 'gatewayValidate', more: {} },
  { action: 'gatewayRemove', more: {} },
])('$action refuses a device that the gateway has not reported', async ({ action, more }) => {
  expect(await plant.as.refusal(action, { ...on, mac: 'FFFFFFFFFFFF', ...more })).toBe('DEVICE_NOT_FOUND')
})

it.each(['scan', 'refresh', 'emergencyOn'] as const)(
  'refuses to send %s of a gateway to another unit',
  async (command) => {
    await plant.server.given.unit(plant.plantId, 'logica', '0A1B2F')
    const input = { plantId: plant.plantId, topic: 'logica_0A1B2F', command }
    expect(await plant.as.refusal('gatewayCommand', input)).toBe('COMMAND_UNKNOWN')
  },
)

it.each([
  { serial: 'A1B2C300', code: 'SERIAL_LIST_INVALID' },
  { serial: 'B1B2C3', code: 'SERIAL_ALREADY_PRESENT' },
])('refuses the serial $serial with $code', async ({ serial, code }) => {
  expect(await plant.as.refusal('gatewayInsertSerial', { ...on, serial })).toBe(code)
})

it('takes the serial that the device itself has', async () => {
  const again = { ...on, mac: other, serial: 'B1B2C3' }
  expect(await plant.as.refusal('gatewayInsertSerial', again)).toBeNull()
})

it('sends what is in order, and announces each command', async () => {
  const { as } = plant
  const sent = [
    await as.call('gatewayCommand', { plantId: on.plantId, topic: cu, command: 'scan' }),
    await as.call('gatewayCommand', { plantId: on.plantId, topic: cu, command: 'refresh' }),
    await as.call('gatewayInsertMac', { ...on, mac: '0123456789AB' }),
    await as.call('gatewayInsertSerial', { ...on, serial: 'A1B2C3' }),
    await as.call('gatewayInsertType', { ...on, kind: 'sensor' }),
    await as.call('gatewayValidate', on),
    await as.call('gatewayRemove', on),
  ]
  expect(sent.map(({ command }) => command.command)).toEqual([
    'gatewayScan',
    'refresh',
    'gatewayInsertMac',
    'gatewayInsertSerial',
    'gatewayInsertType',
    'gatewayValidate',
    'gatewayRemove',
  ])
  expect(plant.commandsTold()).toEqual(sent.map(({ command }) => command.id))
})
