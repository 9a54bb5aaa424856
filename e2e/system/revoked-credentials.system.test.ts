import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { upTopic } from '@vigilux/device-plane/topics.ts'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { runOperatorCommand } from '../support/operator-commands.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** The operator revokes a unit's credentials at runtime, and another unit continues. */
let product: RunningProduct
let installer: ApiClient
let plantId: string
const [revoked, other] = ['logica_0A1B01', 'logica_0A1B02']
const hasOwnBroker = process.env.TEST_BROKER !== 'mosquitto'

beforeAll(async () => {
  const unit = { type: 'logica', lamps: 2, enrolled: true, plant: 'hospital' as const, keepaliveS: 2 }
  product = await startProduct({ units: ['0A1B01', '0A1B02'].map((serial) => ({ ...unit, serial })) })
  installer = await createApiClient(product.url).signIn('installer')
  plantId = (await installer.call('getAllPlants', { search: 'camillo' })).plants[0]?.plant_id ?? ''
  await pollUntil('both units', async () => (await unitsNow()).every((one) => one.cu_connected))
})
afterAll(() => product?.stop())

const unitsNow = async () => (await installer.call('getUnitsDetails', { plantId })).units
const stateOf = async (unit: string) => {
  const found = (await unitsNow()).find((one) => `${one.cu_type}_${one.cu_id}` === unit)
  return { connected: found?.cu_connected, findings: found?.findings ?? [] }
}
const droppedOf = () => product.counted(/dropped_total\{reason="revoked"\} (\d+)/)
const command = (...args: string[]) => runOperatorCommand('unit-credentials', args, product.config)

describe('revoked credentials', () => {
  it('disconnect the unit, show on its page and leave other units connected', async () => {
    const channel = await installer.realtime()
    await installer.call('getPlantDetails', { plantId, socketId: channel.socketId })
    await command('revoke', revoked)
    await pollUntil('the page', async () => {
      const { connected, findings } = await stateOf(revoked)
      return connected === false && findings.includes('credentials_revoked')
    })
    expect(await stateOf(other)).toEqual({ connected: true, findings: [] })
    await pollUntil('the event', () =>
      channel
        .received('shadow')
        .some(({ unit }) => (unit as { findings: string[] }).findings.includes('credentials_revoked')),
    )
    channel.close()
    expect((await command('list')).stdout).toContain(`${revoked}  generation 0  revoked`)
  })

  it('are refused by our broker, and messages through another broker are dropped', async () => {
    const login = { clientId: revoked, username: revoked, reconnectPeriod: 0 }
    const before = await droppedOf()
    if (hasOwnBroker) {
      const oldPassword = unitPassword(product.product().unitFactoryKey, revoked)
      await expect(mqtt.connectAsync(product.unitMqttUrl, { ...login, password: oldPassword })).rejects.toThrow()
    } else await pollUntil('messages dropped', async () => (await droppedOf()) > before)
    expect((await stateOf(revoked)).connected).toBe(false)
  })

  it('are renewed with a new password that restores the unit', async () => {
    const { stdout } = await command('renew', revoked)
    const password = /is now (\S+)/.exec(stdout)?.[1] ?? ''
    expect(password).not.toBe(unitPassword(product.product().unitFactoryKey, revoked))
    await pollUntil('the page', async () => !(await stateOf(revoked)).findings.includes('credentials_revoked'))
    if (!hasOwnBroker) return
    const client = await pollUntil('the unit to be let in', () =>
      mqtt
        .connectAsync(product.unitMqttUrl, { clientId: revoked, username: revoked, reconnectPeriod: 0, password })
        .catch(() => null),
    )
    await client.publishAsync(upTopic(revoked, 'telemetry'), '{}', { qos: 1 })
    await client.endAsync()
  })
})
