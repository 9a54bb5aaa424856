import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectUnit, isEmbedded, openTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker
const receivedTopics: string[] = []
const clients: MqttClient[] = []
beforeAll(async () => {
  broker = await openTestBroker([])
  broker.embeddedBroker?.onOlderProtocol((unit) => receivedTopics.push(unit))
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
const createWill = (topic: string) => ({ will: { topic, payload: Buffer.from('{}'), qos: 1 as const, retain: true } })

describe.runIf(isEmbedded)('unit of an older protocol', () => {
  test('is detected by its will, publications and subscriptions', async () => {
    const [willUnit, senderUnit, listens] = ['logica_0A0001', 'logica_0A0002', 'logica_0A0003']
    await expect(connectUnit(broker, willUnit, createWill(`v0/${willUnit}/up/online`))).rejects.toThrow()
    ;(await connected(senderUnit)).publish(`${senderUnit}/up/state`, '{}', { qos: 1 })
    await (await connected(listens)).subscribeAsync(`v0/${listens}/down/command`, { qos: 1 }).catch(() => undefined)
    await vi.waitFor(() => expect(receivedTopics.toSorted()).toEqual([willUnit, senderUnit, listens]))
  })

  test('is not detected with wrong credentials or on other topics', async () => {
    const before = [...receivedTopics]
    const unit = 'logica_0A0004'
    const forgedClient = { ...createWill(`v0/${unit}/up/online`), password: 'wrong' }
    await expect(connectUnit(broker, unit, forgedClient)).rejects.toThrow()
    await expect(connectUnit(broker, unit, createWill(`v2/${unit}/up/online`))).rejects.toThrow()
    ;(await connected(unit)).publish('v0/logica_0A0005/up/state', '{}', { qos: 1 })
    await vi.waitFor(() => expect(clients.at(-1)?.connected).toBe(false))
    expect(receivedTopics).toEqual(before)
  })
})
