import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectUnit, isEmbedded, openTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker
const heard: string[] = []
const clients: MqttClient[] = []
beforeAll(async () => {
  broker = await openTestBroker([])
  broker.embedded?.onOlderProtocol((unit) => heard.push(unit))
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)))
  await broker.close()
})
const connected = async (unit: string) => {
  const client = await connectUnit(broker, unit)
  client.on('error', () => {})
  clients.push(client)
  return client
}
const will = (topic: string) => ({ will: { topic, payload: Buffer.from('{}'), qos: 1 as const, retain: true } })

describe.runIf(isEmbedded)('a unit of an older protocol', () => {
  test('is heard of by its will, what it publishes and what it subscribes to', async () => {
    const [byWill, speaks, listens] = ['logica_0A0001', 'logica_0A0002', 'logica_0A0003']
    await expect(connectUnit(broker, byWill, will(`v0/${byWill}/up/online`))).rejects.toThrow()
    ;(await connected(speaks)).publish(`${speaks}/up/state`, '{}', { qos: 1 })
    await (await connected(listens)).subscribeAsync(`v0/${listens}/down/command`, { qos: 1 }).catch(() => undefined)
    await vi.waitFor(() => expect(heard.toSorted()).toEqual([byWill, speaks, listens]))
  })

  test('is not heard of where somebody else names it, or another topic is tried', async () => {
    const before = [...heard]
    const unit = 'logica_0A0004'
    const forged = { ...will(`v0/${unit}/up/online`), password: 'wrong' }
    await expect(connectUnit(broker, unit, forged)).rejects.toThrow()
    await expect(connectUnit(broker, unit, will(`v2/${unit}/up/online`))).rejects.toThrow()
    ;(await connected(unit)).publish('v0/logica_0A0005/up/state', '{}', { qos: 1 })
    await vi.waitFor(() => expect(clients.at(-1)?.connected).toBe(false))
    expect(heard).toEqual(before)
  })
})
