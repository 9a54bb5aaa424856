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

const one = 'logica_0A1B2C'
let broker: TestBroker
let unit: MqttClient
let ends: (() => Promise<unknown>)[]
beforeEach(async () => {
  broker = await openTestBroker([one])
  unit = await connectUnit(broker, one)
  unit.on('error', () => {})
  ends = [() => unit.endAsync(true)]
})
afterEach(async () => {
  for (const end of ends.reverse()) await end()
  await broker.close()
})

const link = async (
  take: (message: BrokerMessage) => Promise<void>,
  options: { concurrency?: number; url?: string } = {},
) => {
  const log = { ...silentLog, error: vi.fn() }
  const opened = openMqttLink({
    url: broker.url,
    username: 'platform',
    password: testPlatformPassword,
    log,
    ...options,
  })
  opened.onMessage(take)
  ends.push(() => opened.close())
  await opened.connect()
  return { ...opened, log }
}
const send = (payload: string) => unit.publishAsync(`v1/${one}/up/record`, payload, { qos: 1 })

describe('the link of a server', () => {
  test('a handler may wait for what it publishes itself', async () => {
    const received: string[] = []
    unit.on('message', (_, payload) => received.push(`${payload}`))
    await unit.subscribeAsync(`v1/${one}/down/ack`, { qos: 1 })
    const server = await link(({ payload }) => server.publish(`v1/${one}/down/ack`, `safe ${payload}`), {
      concurrency: 1,
    })
    await Promise.all(['a', 'b', 'c'].map(send))
    await vi.waitFor(() => expect(received).toEqual(['safe a', 'safe b', 'safe c']))
  })

  test('any number of messages is published at once, in their order, without one listener each on the socket', async () => {
    // Node says so of more than a thousand of these, once in a process.
    let most = 0
    const { once: listenOnce } = Socket.prototype
    vi.spyOn(Socket.prototype, 'once').mockImplementation(function (this: Socket, ...of) {
      const socket = listenOnce.apply(this, of)
      most = Math.max(most, this.listenerCount('drain'))
      return socket
    })
    ends.push(async () => void vi.restoreAllMocks())
    const received: string[] = []
    unit.on('message', (_, payload) => received.push(`${payload}`.trim()))
    await unit.subscribeAsync(`v1/${one}/down/ack`, { qos: 1 })
    const server = await link(async () => {})
    const all = Array.from({ length: 1_500 }, (_, at) => `${at}`)
    await Promise.all(all.map((payload) => server.publish(`v1/${one}/down/ack`, payload.padEnd(2_000), { qos: 0 })))
    await vi.waitFor(() => expect(received).toEqual(all))
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(1_000)
  })

  test('no more messages are taken at once than was said, and the others come when there is room', async () => {
    let [inside, most, done] = [0, 0, 0]
    const doors: (() => void)[] = []
    await link(
      async () => {
        inside++
        most = Math.max(most, inside)
        await new Promise<void>((resolve) => doors.push(resolve))
        inside--
        done++
      },
      { concurrency: 3 },
    )
    await Promise.all(Array.from({ length: 30 }, (_, at) => send(`${at}`)))
    await vi.waitFor(() => expect(inside).toBe(3))
    while (done < 30) {
      doors.shift()?.()
      await new Promise(setImmediate)
    }
    expect(most).toBe(3)
  })

  test('a message is acknowledged once it was taken, not before', async () => {
    const acknowledgements: number[] = []
    const proxy = createServer((near) => {
      const far = connect(Number(new URL(broker.url).port), '127.0.0.1')
      near.on('data', (bytes) => void (bytes[0] === 0x40 && acknowledgements.push(1)))
      near.pipe(far).pipe(near)
      for (const socket of [near, far]) socket.on('error', () => {})
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    ends.push(async () => proxy.close())
    const entered: string[] = []
    let leave = () => {}
    await link(
      ({ payload }) => {
        entered.push(`${payload}`)
        if (`${payload}` !== 'kept') return Promise.resolve()
        return new Promise((left) => {
          leave = () => left()
        })
      },
      { url: `mqtt://127.0.0.1:${(proxy.address() as AddressInfo).port}` },
    )
    // Messages that need no acknowledgement come and go meanwhile, so one that is too early would have been seen.
    const pass = async (payload: string) => {
      await unit.publishAsync(`v1/${one}/up/telemetry`, payload, { qos: 0 })
      await vi.waitFor(() => expect(entered).toContain(payload))
    }
    await pass('before')
    const before = acknowledgements.length
    await send('kept')
    for (const payload of ['a', 'b', 'c']) await pass(payload)
    expect(acknowledgements).toHaveLength(before)
    leave()
    await vi.waitFor(() => expect(acknowledgements).toHaveLength(before + 1))
  })

  test('a handler that throws holds nothing up, and is logged', async () => {
    const received: string[] = []
    const server = await link(async ({ payload }) => {
      received.push(`${payload}`)
      if (`${payload}` === 'bad') throw new Error('cannot take it')
    })
    await Promise.all(['bad', 'good'].map(send))
    await vi.waitFor(() => expect(received).toEqual(['bad', 'good']))
    expect(server.log.error).toHaveBeenCalledOnce()
  })

  test('a wrong password is told at once', async () => {
    const server = openMqttLink({ url: broker.url, username: 'platform', password: 'guessed', log: silentLog })
    await expect(server.connect()).rejects.toThrow(/not authorized|bad user ?name/i)
    expect(server.isConnected()).toBe(false)
    await expect(server.publish('bus/x', 'y')).rejects.toThrow('no connection')
    await server.close()
  })

  test('one that never connected can be closed', async () => {
    await openMqttLink({ url: broker.url, username: 'platform', password: 'any', log: silentLog }).close()
  })

  test('a unit hears a command within a few milliseconds', async () => {
    const server = await link(async () => {})
    await unit.subscribeAsync(`v1/${one}/down/command`, { qos: 1 })
    const times: number[] = []
    for (let at = 0; at < 20; at++) {
      const received = new Promise((resolve) => unit.once('message', resolve))
      const began = performance.now()
      await server.publish(`v1/${one}/down/command`, '{}')
      await received
      times.push(performance.now() - began)
    }
    // Nagle's algorithm alone would cost 40 ms.
    expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(30)
  })
})
