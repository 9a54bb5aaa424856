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

const one = 'logica_0A1B2C'
let ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.reverse()) await end()
  ends = []
})

const open = async (limits: Partial<BrokerLimits>): Promise<TestBroker> => {
  const broker = await openTestBroker([], limits)
  ends.push(broker.close)
  return broker
}
const kept = (client: MqttClient): MqttClient => {
  client.on('error', () => {})
  ends.push(() => client.endAsync(true))
  return client
}
const platform = async (broker: TestBroker) => {
  const link = openMqttLink({ url: broker.url, username: 'platform', password: testPlatformPassword, log: silentLog })
  await link.connect()
  ends.push(() => link.close())
  return link
}
const counters = (broker: TestBroker) => broker.embedded!.counters()

describe.runIf(isEmbedded)('the embedded broker', () => {
  test('keeps places for the platform when units have taken all others', async () => {
    const broker = await open({ maxConnections: 2, reservedConnections: 3 })
    kept(await connectUnit(broker, 'logica_000001'))
    kept(await connectUnit(broker, 'logica_000002'))
    await expect(connectUnit(broker, 'logica_000003')).rejects.toThrow()
    await platform(broker)
    expect(counters(broker).refusedConnections).toBe(1)
    expect(broker.embedded?.connections()).toBe(4)
  })

  test('hangs up on the connection beyond its last place', async () => {
    const broker = await open({ maxConnections: 1, reservedConnections: 0 })
    kept(await connectUnit(broker, one))
    const socket = connect(Number(new URL(broker.unitUrl).port), '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'close')
    expect(counters(broker).refusedConnections).toBe(1)
  })

  test('refuses MQTT 5 so that the client can offer 3.1.1, and goes on', async () => {
    const broker = await open({})
    await expect(connectUnit(broker, one, { protocolVersion: 5 })).rejects.toThrow()
    kept(await connectUnit(broker, one))
  })

  test('hangs up on who connects and says nothing', async () => {
    const broker = await open({ connectTimeoutMs: 50 })
    const socket = connect(Number(new URL(broker.unitUrl).port), '127.0.0.1')
    await once(socket, 'close')
  })

  test.each([`v1/logica_0A1B2D/up/online`, `v1/${one}/up/record`, 'bus/plant/1', '$SYS/x'])(
    'refuses a connection whose will is on %s',
    async (topic) => {
      const broker = await open({})
      const will = { topic, payload: Buffer.from('forged'), qos: 1 as const, retain: false }
      await expect(connectUnit(broker, one, { will })).rejects.toThrow()
      expect(counters(broker).refusedLogins).toBe(1)
    },
  )

  test('refuses a client that need never say it is there', async () => {
    const broker = await open({})
    await expect(connectUnit(broker, one, { keepalive: 0 })).rejects.toThrow()
  })

  test('paces a unit that sends too much, and loses nothing of it', async () => {
    const broker = await open({ publishBurst: 10, publishPerSecond: 200 })
    const received: string[] = []
    const link = openMqttLink({ url: broker.url, username: 'platform', password: testPlatformPassword, log: silentLog })
    link.onMessage(async ({ payload }) => void received.push(`${payload}`))
    await link.connect()
    ends.push(() => link.close())
    const client = kept(await connectUnit(broker, one))
    const began = performance.now()
    const sent = Array.from({ length: 60 }, (_, at) => `${at}`)
    await Promise.all(sent.map((payload) => client.publishAsync(`v1/${one}/up/state`, payload, { qos: 1 })))
    expect(performance.now() - began).toBeGreaterThan(200)
    await vi.waitFor(() => expect(received.toSorted((a, b) => Number(a) - Number(b))).toEqual(sent))
    // How many need not wait is the machine's: whoever sends more slowly has more allowed meanwhile.
    expect(counters(broker).throttledPublishes).toBeGreaterThan(0)
  })

  test('holds no more than the limit for a unit that is away, and drops the newest', async () => {
    const broker = await open({ maxQueuedMessages: 3 })
    const first = kept(await connectUnit(broker, one, { clean: false }))
    await first.subscribeAsync(`v1/${one}/down/#`, { qos: 1 })
    await first.endAsync()
    const link = await platform(broker)
    for (const payload of ['a', 'b', 'c', 'd', 'e']) await link.publish(`v1/${one}/down/command`, payload)
    expect(counters(broker).droppedQueuedMessages).toBe(2)
    const received: string[] = []
    const again = kept(unitClient(broker, one, { clean: false }))
    again.on('message', (_, payload) => received.push(`${payload}`))
    await vi.waitFor(() => expect(received).toEqual(['a', 'b', 'c']))
    // Room again once they are acknowledged.
    await link.publish(`v1/${one}/down/command`, 'f')
    await vi.waitFor(() => expect(received).toEqual(['a', 'b', 'c', 'f']))
  })

  test('lets go of a subscriber that reads nothing, so that the others go on', async () => {
    const broker = await open({ drainTimeoutMs: 300, maxQueuedMessages: 100_000 })
    const frozen = kept(await connectUnit(broker, one))
    await frozen.subscribeAsync(`v1/${one}/down/#`, { qos: 1 })
    frozen.stream.pause()
    frozen.stream.removeAllListeners('data')
    ;(frozen.stream as unknown as { unpipe(): void }).unpipe()
    const link = await platform(broker)
    const payload = Buffer.alloc(200 * 1024)
    const sendMuch = async () => {
      for (let at = 0; at < 100; at++) await link.publish(`v1/${one}/down/desired`, payload)
    }
    await sendMuch()
    await vi.waitFor(() => expect(broker.embedded?.connections()).toBe(2), { timeout: 5_000 })
  })

  test('does not retain what is no standing state', async () => {
    const broker = await open({})
    const client = kept(await connectUnit(broker, one))
    await client.publishAsync(`v1/${one}/up/record`, 'r', { qos: 1, retain: true })
    await client.publishAsync(`v1/${one}/up/shadow`, 's', { qos: 1, retain: true })
    const received: string[] = []
    const link = openMqttLink({ url: broker.url, username: 'platform', password: testPlatformPassword, log: silentLog })
    link.onMessage(async ({ payload }) => void received.push(`${payload}`))
    await link.connect()
    ends.push(() => link.close())
    await vi.waitFor(() => expect(received).toContain('s'))
    expect(received).toEqual(['s'])
  })
})

test.runIf(isEmbedded)('units stay outside until a server listens, the server itself does not', async () => {
  const embedded = await openEmbeddedBroker({
    port: 0,
    host: '127.0.0.1',
    factoryKey: testFactoryKey,
    platformPassword: testPlatformPassword,
    log: silentLog,
    holdUnits: true,
  })
  ends.push(embedded.close)
  const at = (port: number) => `mqtt://127.0.0.1:${port}`
  const broker: TestBroker = {
    url: at(embedded.platformPort),
    unitUrl: at(embedded.port),
    embedded,
    close: embedded.close,
  }
  await expect(connectUnit(broker, one)).rejects.toThrow()
  await platform(broker)
  embedded.admitUnits()
  kept(await connectUnit(broker, one))
})
