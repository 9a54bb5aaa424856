import { once } from 'node:events'
import { type AddressInfo, connect, createServer, Socket } from 'node:net'
import type { MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BrokerMessage } from '../../ports/device-link.ts'
import {
  connectUnit,
  openTestBroker,
  silentLog,
  type TestBroker,
  testPlatformPassword,
} from '../../testing/test-broker.ts'
import { openMqttLink } from './mqtt-link.ts'

const firstUnit = 'logica_0A1B2C'
let broker: TestBroker
let unit: MqttClient
let closers: (() => Promise<unknown>)[]
beforeEach(async () => {
  broker = await openTestBroker([firstUnit])
  unit = await connectUnit(broker, firstUnit)
  unit.on('error', () => {})
  closers = [() => unit.endAsync(true)]
})
afterEach(async () => {
  for (const end of closers.reverse()) await end()
  await broker.close()
})

const link = async (
  onMessage: (message: BrokerMessage) => Promise<void>,
  options: { concurrency?: number; url?: string } = {},
) => {
  const log = { ...silentLog, error: vi.fn() }
  const openLink = openMqttLink({
    url: broker.url,
    username: 'platform',
    password: testPlatformPassword,
    log,
    ...options,
  })
  openLink.onMessage(onMessage)
  closers.push(() => openLink.close())
  await openLink.connect()
  return { ...openLink, log }
}
const send = (payload: string) => unit.publishAsync(`v1/${firstUnit}/up/record`, payload, { qos: 1 })

describe('MQTT link', () => {
  test('lets a handler wait for its own publication', async () => {
    const receivedTexts: string[] = []
    unit.on('message', (_, payload) => receivedTexts.push(`${payload}`))
    await unit.subscribeAsync(`v1/${firstUnit}/down/ack`, { qos: 1 })
    const server = await link(({ payload }) => server.publish(`v1/${firstUnit}/down/ack`, `safe ${payload}`), {
      concurrency: 1,
    })
    await Promise.all(['a', 'b', 'c'].map(send))
    await vi.waitFor(() => expect(receivedTexts).toEqual(['safe a', 'safe b', 'safe c']))
  })

  test('publishes many messages in order without one socket listener each', async () => {
    // Node warns once per process about more than a thousand of these.
    let maxListeners = 0
    const { once: listenOnce } = Socket.prototype
    vi.spyOn(Socket.prototype, 'once').mockImplementation(function (this: Socket, ...args) {
      const socket = listenOnce.apply(this, args)
      maxListeners = Math.max(maxListeners, this.listenerCount('drain'))
      return socket
    })
    closers.push(async () => void vi.restoreAllMocks())
    const receivedTexts: string[] = []
    unit.on('message', (_, payload) => receivedTexts.push(`${payload}`.trim()))
    await unit.subscribeAsync(`v1/${firstUnit}/down/ack`, { qos: 1 })
    const server = await link(async () => {})
    const all = Array.from({ length: 1_500 }, (_, at) => `${at}`)
    await Promise.all(
      all.map((payload) => server.publish(`v1/${firstUnit}/down/ack`, payload.padEnd(2_000), { qos: 0 })),
    )
    await vi.waitFor(() => expect(receivedTexts).toEqual(all))
    expect(maxListeners).toBeGreaterThan(0)
    expect(maxListeners).toBeLessThan(1_000)
  })

  test('processes a limited number of messages at once and the others later', async () => {
    let [concurrent, maxInside, done] = [0, 0, 0]
    const doors: (() => void)[] = []
    await link(
      async () => {
        concurrent++
        maxInside = Math.max(maxInside, concurrent)
        await new Promise<void>((resolve) => doors.push(resolve))
        concurrent--
        done++
      },
      { concurrency: 3 },
    )
    await Promise.all(Array.from({ length: 30 }, (_, at) => send(`${at}`)))
    await vi.waitFor(() => expect(concurrent).toBe(3))
    while (done < 30) {
      doors.shift()?.()
      await new Promise(setImmediate)
    }
    expect(maxInside).toBe(3)
  })

  test('acknowledges a message only after it was processed', async () => {
    const acknowledgements: number[] = []
    const proxy = createServer((clientSocket) => {
      const serverSocket = connect(Number(new URL(broker.url).port), '127.0.0.1')
      clientSocket.on('data', (bytes) => void (bytes[0] === 0x40 && acknowledgements.push(1)))
      clientSocket.pipe(serverSocket).pipe(clientSocket)
      for (const socket of [clientSocket, serverSocket]) socket.on('error', () => {})
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    closers.push(async () => proxy.close())
    const enteredOrder: string[] = []
    let endSession = () => {}
    await link(
      ({ payload }) => {
        enteredOrder.push(`${payload}`)
        if (`${payload}` !== 'kept') return Promise.resolve()
        return new Promise((onLeave) => {
          endSession = () => onLeave()
        })
      },
      { url: `mqtt://127.0.0.1:${(proxy.address() as AddressInfo).port}` },
    )
    // Messages without acknowledgement pass meanwhile, so an early one would have been seen.
    const pass = async (payload: string) => {
      await unit.publishAsync(`v1/${firstUnit}/up/telemetry`, payload, { qos: 0 })
      await vi.waitFor(() => expect(enteredOrder).toContain(payload))
    }
    await pass('before')
    const before = acknowledgements.length
    await send('kept')
    for (const payload of ['a', 'b', 'c']) await pass(payload)
    expect(acknowledgements).toHaveLength(before)
    endSession()
    await vi.waitFor(() => expect(acknowledgements).toHaveLength(before + 1))
  })

  test('logs a failing handler and continues', async () => {
    const receivedTexts: string[] = []
    const server = await link(async ({ payload }) => {
      receivedTexts.push(`${payload}`)
      if (`${payload}` === 'bad') throw new Error('cannot take it')
    })
    await Promise.all(['bad', 'good'].map(send))
    await vi.waitFor(() => expect(receivedTexts).toEqual(['bad', 'good']))
    expect(server.log.error).toHaveBeenCalledOnce()
  })

  test('reports a wrong password at once', async () => {
    const server = openMqttLink({ url: broker.url, username: 'platform', password: 'guessed', log: silentLog })
    await expect(server.connect()).rejects.toThrow(/not authorized|bad user ?name/i)
    expect(server.isConnected()).toBe(false)
    await expect(server.publish('bus/x', 'y')).rejects.toThrow('no connection')
    await server.close()
  })

  test('can be closed before it ever connected', async () => {
    await openMqttLink({ url: broker.url, username: 'platform', password: 'any', log: silentLog }).close()
  })

  test('delivers a command to a unit within a few milliseconds', async () => {
    const server = await link(async () => {})
    await unit.subscribeAsync(`v1/${firstUnit}/down/command`, { qos: 1 })
    const times: number[] = []
    for (let at = 0; at < 20; at++) {
      const nextMessage = new Promise((resolve) => unit.once('message', resolve))
      const startedAt = performance.now()
      await server.publish(`v1/${firstUnit}/down/command`, '{}')
      await nextMessage
      times.push(performance.now() - startedAt)
    }
    // Nagle's algorithm alone would cost 40 ms.
    expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(30)
  })
})
