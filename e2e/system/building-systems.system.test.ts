import { afterAll, beforeAll, expect, it } from 'vitest'
import { BacnetClient, type Id } from '../../bridge/src/testing/bacnet-client.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type OutwardBridge, startOutwardBridge } from '../support/outward-bridge.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** The platform, the bridge to building systems in its own process, and a building system. */
const topic = 'logica_0B2313'
const fault = (lamp: number): Id => [3, 10_000 + 10 * lamp]
const unitTest: Id = [19, 10_000]
const presentValue = 85
/** States follow within 2 s; the rest is a busy machine. */
const followsWithinMs = 6_000

let product: RunningProduct
let installer: ApiClient
let plantId: string
let bridge: OutwardBridge
let tokenId: string
let client: BacnetClient

beforeAll(async () => {
  product = await startProduct({
    units: [{ type: 'logica', serial: '0B2313', lamps: 4, enrolled: true, plant: 'hospital' }],
  })
  installer = await createApiClient(product.url).signIn('installer')
  plantId = await pollUntil('the lamps', async () => {
    const { plants } = await installer.call('getAllPlants', {})
    return plants.find(({ lamps }) => lamps === 4)?.plant_id
  })
  const { token, accessToken } = await installer.call('createPlantAccessToken', {
    plantId,
    token: { name: 'Building system', scopes: ['operate'], days: 1 },
  })
  tokenId = accessToken.id
  bridge = await startOutwardBridge({ url: product.url, plantId, token: String(token) })
  client = await new BacnetClient(bridge.port).open()
})
afterAll(async () => {
  client?.close()
  await bridge?.close()
  await product?.stop()
})

/** Milliseconds until a value is notified. */
const timeUntil = async (object: Id, value: number): Promise<number> => {
  const startedAt = performance.now()
  const name = object.join('.')
  await pollUntil('the notification', () =>
    client.notifications.some((one) => one.object === name && one.value === value && one.flags[1] === false),
  )
  return performance.now() - startedAt
}

it('follows a fault from the lamp to the building system, and its repair', async () => {
  expect(await client.subscribe(fault(2))).toBe('ack')
  await timeUntil(fault(2), 0)
  await product.panel(topic, 'lamp-fault', { addr: 2, faults: ['battery_short'] })
  expect(await timeUntil(fault(2), 1)).toBeLessThan(followsWithinMs)
  client.notifications.length = 0
  await product.panel(topic, 'lamp-fault', { addr: 2, faults: [] })
  expect(await timeUntil(fault(2), 0)).toBeLessThan(followsWithinMs)
})

it('starts a test of the unit in the name of the token', async () => {
  expect(await client.write(unitTest, presentValue, [0x21, 2])).toBe('ack')
  await pollUntil('the test', async () => (await client.read(unitTest, presentValue))[0] === 2)
  const { tests } = await installer.call('getTests', { plantId, page: 1 })
  expect(tests[0]).toMatchObject({ cu: topic, kind: 'functional' })
  const { entries } = await installer.call('getAudit', { plantId })
  expect(entries[0]).toMatchObject({ action: 'ftest', token: { name: 'Building system' } })
  await pollUntil('its end', async () => (await client.read(unitTest, presentValue))[0] === 1)
})

it('is shown with its clients, and closes while the administrator has switched it off', async () => {
  const connection = async () => (await installer.call('getOutwardConnections', { plantId })).bridges[0]?.connections[0]
  await pollUntil('its client', async () => {
    const shown = await connection()
    return shown?.kind === 'bacnet' && shown.state === 'open' && shown.clients === 1
  })
  const switchTo = (on: boolean) => installer.call('switchOutwardConnection', { plantId, tokenId, kind: 'bacnet', on })
  await switchTo(false)
  await pollUntil('its end', async () => (await connection())?.state === 'off', followsWithinMs)
  const printedBefore = bridge.printed().length
  await switchTo(true)
  await pollUntil('its return', async () => (await connection())?.state === 'open', followsWithinMs)
  client.close()
  client = await new BacnetClient(await bridge.portAfter(printedBefore)).open()
  expect(await client.subscribe(fault(2))).toBe('ack')
})

it('ends with its token, and says so to the building system and to the operator', async () => {
  client.notifications.length = 0
  await installer.call('revokePlantAccessToken', { plantId, tokenId })
  expect(await bridge.exited).toBe(2)
  expect(bridge.printed()).toContain('The access token has ended')
  expect(client.notifications.at(-1)?.flags[1]).toBe(true)
})
