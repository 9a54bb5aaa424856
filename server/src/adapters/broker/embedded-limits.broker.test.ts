import { once } from 'node:events'
import { connect } from 'node:net'
import type { MqttClient } from 'mqtt'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  connectUnit,
  isEmbedded,
  openTestBroker,
  silentLog,
  type TestBroker,
  testFactoryKey,
  testPlatformPassword,
  unitClient,
} from '../../testing/test-broker.ts'
import { type BrokerLimits, openEmbeddedBroker } from './embedded-broker.ts'
import { openMqttLink } from './mqtt-link.ts'

const firstUnit = 'logica_0A1B2C'
let closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of closers.reverse()) await end()
  closers = []
})

const open = async (limits: Partial<BrokerLimits>): Promise<TestBroker> => {
  const broker = await openTestBroker([], limits)
  closers.push(broker.close)
  return broker
}
const withErrorHandler = (client: MqttClient): MqttClient => {
  client.on('error', () => {})
  closers.push(() => client.endAsync(true))
  return client
}
const platform = async (broker: TestBroker) => {
  const link = openMqttLink({ url: broker.url, username: 'platform', password: testPlatformPassword, log: silentLog })
  await link.connect()
  closers.push(() => link.close())
  return link
}
const counters = (broker: TestBroker) => broker.embeddedBroker!.counters()

describe.runIf(isEmbedded)('the embedded broker', () => {
  test('reserves connections for the platform', async () => {
    const broker = await open({ maxConnections: 2, reservedConnections: 3 })
    withErrorHandler(await connectUnit(broker, 'logica_000001'))
    withErrorHandler(await connectUnit(broker, 'logica_000002'))
    await expect(connectUnit(broker, 'logica_000003')).rejects.toThrow()
    await platform(broker)
    expect(counters(broker).refusedConnections).toBe(1)
    expect(broker.embeddedBroker?.connections()).toBe(4)
  })

  test('closes a connection beyond the limit', async () => {
    const broker = await open({ maxConnections: 1, reservedConnections: 0 })
    withErrorHandler(await connectUnit(broker, firstUnit))
    const socket = connect(Number(new URL(broker.unitUrl).port), '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'close')
    expect(counters(broker).refusedConnections).toBe(1)
  })

  test('refuses MQTT 5 so that a client can fall back to 3.1.1', async () => {
    const broker = await open({})
    await expect(connectUnit(broker, firstUnit, { protocolVersion: 5 })).rejects.toThrow()
    withErrorHandler(await connectUnit(broker, firstUnit))
  })

  test('closes a connection that sends nothing', async () => {
    const broker = await open({ connectTimeoutMs: 50 })
    const socket = connect(Number(new URL(broker.unitUrl).port), '127.0.0.1')
    await once(socket, 'close')
  })

  test.each([`v1/logica_0A1B2D/up/online`, `v1/${firstUnit}/up/record`, 'bus/plant/1', '$SYS/x'])(
    'refuses a connection whose will is on %s',
    async (topic) => {
      const broker = await open({})
      const lastWill = { topic, payload: Buffer.from('forged'), qos: 1 as const, retain: false }
      await expect(connectUnit(broker, firstUnit, { will: lastWill })).rejects.toThrow()
      expect(counters(broker).refusedLogins).toBe(1)
    },
  )

  test('refuses a client without keepalive', async () => {
    const broker = await open({})
    await expect(connectUnit(broker, firstUnit, { keepalive: 0 })).rejects.toThrow()
  })

  test('throttles a unit that sends too much without losing messages', async () => {
    const broker = await open({ publishBurst: 10, publishPerSecond: 200 })
    const receivedTexts: string[] = []
    const link = openMqttLink({ url: broker.url, username: 'platform', password: testPlatformPassword, log: silentLog })
    link.onMessage(async ({ payload }) => void receivedTexts.push(`${payload}`))
    await link.connect()
    closers.push(() => link.close())
    const client = withErrorHandler(await connectUnit(broker, firstUnit))
    const startedAt = performance.now()
    const payloads = Array.from({ length: 60 }, (_, at) => `${at}`)
    await Promise.all(payloads.map((payload) => client.publishAsync(`v1/${firstUnit}/up/state`, payload, { qos: 1 })))
    expect(performance.now() - startedAt).toBeGreaterThan(200)
    await vi.waitFor(() => expect(receivedTexts.toSorted((a, b) => Number(a) - Number(b))).toEqual(payloads))
    // The number of messages without a wait depends on the machine: a slower sender has more allowance.
    expect(counters(broker).throttledPublishes).toBeGreaterThan(0)
  })

  test('queues limited messages for an offline unit and drops the newest', async () => {
    const broker = await open({ maxQueuedMessages: 3 })
    const first = withErrorHandler(await connectUnit(broker, firstUnit, { clean: false }))
    await first.subscribeAsync(`v1/${firstUnit}/down/#`, { qos: 1 })
    await first.endAsync()
    const link = await platform(broker)
    for (const payload of ['a', 'b', 'c', 'd', 'e']) await link.publish(`v1/${firstUnit}/down/command`, payload)
    expect(counters(broker).droppedQueuedMessages).toBe(2)
    const receivedTexts: string[] = []
    const reopened = withErrorHandler(unitClient(broker, firstUnit, { clean: false }))
    reopened.on('message', (_, payload) => receivedTexts.push(`${payload}`))
    await vi.waitFor(() => expect(receivedTexts).toEqual(['a', 'b', 'c']))
    // Acknowledgements make room again.
    await link.publish(`v1/${firstUnit}/down/command`, 'f')
    await vi.waitFor(() => expect(receivedTexts).toEqual(['a', 'b', 'c', 'f']))
  })

  test('disconnects a subscriber that does not read', async () => {
    const broker = await open({ drainTimeoutMs: 300, maxQueuedMessages: 100_000 })
    const frozenUnit = withErrorHandler(await connectUnit(broker, firstUnit))
    await frozenUnit.subscribeAsync(`v1/${firstUnit}/down/#`, { qos: 1 })
    frozenUnit.stream.pause()
    frozenUnit.stream.removeAllListeners('data')
    ;(frozenUnit.stream as unknown as { unpipe(): void }).unpipe()
    const link = await platform(broker)
    const payload = Buffer.alloc(200 * 1024)
    const sendMuch = async () => {
      for (let at = 0; at < 100; at++) await link.publish(`v1/${firstUnit}/down/desired`, payload)
    }
    await sendMuch()
    await vi.waitFor(() => expect(broker.embeddedBroker?.connections()).toBe(2), { timeout: 5_000 })
  })

  test('retains only messages of a current state', async () => {
    const broker = await open({})
    const client = withErrorHandler(await connectUnit(broker, firstUnit))
    await client.publishAsync(`v1/${firstUnit}/up/record`, 'r', { qos: 1, retain: true })
    await client.publishAsync(`v1/${firstUnit}/up/shadow`, 's', { qos: 1, retain: true })
    const receivedTexts: string[] = []
    const link = openMqttLink({ url: broker.url, username: 'platform', password: testPlatformPassword, log: silentLog })
    link.onMessage(async ({ payload }) => void receivedTexts.push(`${payload}`))
    await link.connect()
    closers.push(() => link.close())
    await vi.waitFor(() => expect(receivedTexts).toContain('s'))
    expect(receivedTexts).toEqual(['s'])
  })
})

test.runIf(isEmbedded)('units are refused until a server listens, but the server can connect', async () => {
  const embeddedBroker = await openEmbeddedBroker({
    port: 0,
    host: '127.0.0.1',
    factoryKey: testFactoryKey,
    platformPassword: testPlatformPassword,
    log: silentLog,
    holdUnits: true,
  })
  closers.push(embeddedBroker.close)
  const at = (port: number) => `mqtt://127.0.0.1:${port}`
  const broker: TestBroker = {
    url: at(embeddedBroker.platformPort),
    unitUrl: at(embeddedBroker.port),
    embeddedBroker,
    close: embeddedBroker.close,
  }
  await expect(connectUnit(broker, firstUnit)).rejects.toThrow()
  await platform(broker)
  embeddedBroker.admitUnits()
  withErrorHandler(await connectUnit(broker, firstUnit))
})
