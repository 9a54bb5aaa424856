import type { BluetoothDevice } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { CommandError } from '@vigilux/contract/features/commands/command.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** A gateway on the broker: a device with a failed validation, the reason, the fix, and the logbook entries. */
let product: RunningProduct
let installer: ApiClient
let plantId: string
const serial = '0E1B01'
const topic = `gateway_${serial}`

beforeAll(async () => {
  product = await startProduct({ units: [{ type: 'gateway', serial, lamps: 4, enrolled: true, plant: 'hospital' }] })
  installer = await createApiClient(product.url).signIn('installer')
  plantId = await pollUntil('the devices of the gateway', async () => {
    const { plants } = await installer.call('getAllPlants', { search: 'Ospedale' })
    const id = plants[0]?.plant_id ?? ''
    const { units } = await installer.call('getUnitsDetails', { plantId: id })
    return (
      units.some(({ cu_id, cu_connected }) => cu_id === serial && cu_connected) && (await devices()).length > 0 && id
    )
  })
})
afterAll(() => product?.stop())

const devices = async (): Promise<readonly BluetoothDevice[]> =>
  (await installer.call('getShadow', { cuType: 'gateway', cuId: serial })).detail?.bluetooth ?? []
const deviceAt = async (mac: string) => (await devices()).find((one) => one.mac === mac)
const findNearDevice = async () => {
  const found = (await devices()).find(({ inSight }) => inSight)
  if (!found) throw new Error('no device is in sight')
  return found
}
type End = { state: string; error: CommandError | null; code: string | null }
const endOf = (commandId: string): Promise<End> =>
  pollUntil('the end of the command', async () => {
    const { command } = await installer.call('getCommand', { plantId, commandId })
    return !command.pending && { state: command.state, error: command.error, code: command.code }
  })
const validate = async (mac: string): Promise<End> =>
  endOf((await installer.call('gatewayValidate', { plantId, topic, mac })).command.id)
const waitForDevice = (description: string, mac: string, isSo: (device: BluetoothDevice) => boolean) =>
  pollUntil(description, async () => {
    const device = await deviceAt(mac)
    return device !== undefined && isSo(device) && device
  })
const logged = async (list: 'commands' | 'validation' | 'devices', mac: string) =>
  (await installer.call('getBleLogbooks', { plantId, of: list, search: mac })).entries

it('a device held by another gateway shows the reason and is validated on retry', async () => {
  const { mac } = await findNearDevice()
  await product.panel(topic, 'bluetooth', { mac, held: true })
  expect(await validate(mac)).toEqual({ state: 'failed', error: 'refused', code: 'DEVICE_HELD' })
  const failed = await waitForDevice('the reason', mac, ({ validated }) => validated === false)
  expect(failed.reason).toBe('held by another gateway')
  await product.panel(topic, 'bluetooth', { mac, held: false })
  expect(await validate(mac)).toMatchObject({ state: 'done' })
  await waitForDevice('the validation', mac, ({ validated }) => validated === true)
  expect((await logged('commands', mac)).map(({ kind, code }) => [kind, code])).toEqual([
    ['commandDone', null],
    ['commandFailed', 'DEVICE_HELD'],
  ])
  await expect
    .poll(async () => (await logged('validation', mac)).map(({ kind }) => kind))
    .toEqual(['deviceValidated', 'deviceNotValidated'])
})

it('a device out of sight or of another type fails validation and can be removed', async () => {
  const { mac, kind } = await findNearDevice()
  const type = kind === 'relay' ? 'sensor' : 'relay'
  await endOf((await installer.call('gatewayInsertType', { plantId, topic, mac, kind: type })).command.id)
  expect(await validate(mac)).toMatchObject({ error: 'refused', code: 'DEVICE_MISMATCH' })
  await waitForDevice('what it is', mac, ({ reason }) => reason?.startsWith(`is ${kind} `) === true)
  await product.panel(topic, 'bluetooth', { mac, inSight: false })
  expect(await validate(mac)).toMatchObject({ error: 'refused', code: 'DEVICE_NOT_REACHABLE' })
  await waitForDevice('that it is gone', mac, ({ reason, inSight }) => !inSight && reason === 'out of sight')
  await endOf((await installer.call('gatewayRemove', { plantId, topic, mac })).command.id)
  await pollUntil('its removal', async () => (await deviceAt(mac)) === undefined)
  await expect.poll(async () => (await logged('devices', mac)).at(0)?.kind).toBe('deviceLeft')
})

it('a public report shows its devices without an account until it is revoked', async () => {
  const anonymousClient = createApiClient(product.url)
  const { report, bleReport } = await installer.call('createBleReport', { plantId })
  const { content } = await anonymousClient.call('getBleReport', { plantId, report })
  expect(content.gateways).toMatchObject([{ cu_id: serial, connected: true }])
  expect(content.gateways[0]?.devices.length).toBe((await devices()).length)
  await installer.call('revokeBleReport', { plantId, reportId: bleReport.id })
  const [revoked, unknown] = [
    await anonymousClient.refused('getBleReport', { plantId, report }),
    await anonymousClient.refused('getBleReport', { plantId, report: 'unknown' }),
  ]
  expect({ ...revoked, requestId: '' }).toEqual({ ...unknown, requestId: '' })
  expect(revoked).toMatchObject({ status: 404, error: 'BLE_REPORT_NOT_FOUND' })
})
