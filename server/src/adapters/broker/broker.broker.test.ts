import { once } from 'node:events'
import { connect } from 'node:net'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import type { MqttClient } from 'mqtt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
import { openMqttLink } from './mqtt-link.ts'
import { platformUser } from './topic-rights.ts'

const firstUnit = 'logica_0A1B2C'
const other = 'logicafm_0A1B2'

let broker: TestBroker
let closers: (() => Promise<unknown>)[]
beforeEach(async () => {
  closers = []
  broker = await openTestBroker([firstUnit, other])
})
afterEach(async () => {
  for (const end of closers.reverse()) await end()
  await broker.close()
})

const unit = async (...[name, options]: [string, Parameters<typeof connectUnit>[2]?]): Promise<MqttClient> => {
  const client = await connectUnit(broker, name, options)
  client.on('error', () => {})
  closers.push(() => client.endAsync(true))
  return client
}
const platform = async () => {
  const receivedMessages: { topic: string; payload: string; retained: boolean }[] = []
  const link = openMqttLink({ url: broker.url, username: platformUser, password: testPlatformPassword, log: silentLog })
  link.onMessage(
    async ({ topic, payload, retained }) => void receivedMessages.push({ topic, payload: `${payload}`, retained }),
  )
  await link.connect()
  closers.push(() => link.close())
  return { link, receivedMessages }
}
const messages = (client: MqttClient): string[] => {
  const receivedTexts: string[] = []
  client.on('message', (topic, payload) => receivedTexts.push(`${topic} ${payload}`))
  return receivedTexts
}
const closed = (client: MqttClient): Promise<void> =>
  client.connected ? new Promise((resolve) => void client.once('close', resolve)) : Promise.resolve()

describe('broker login', () => {
  test.each([
    ['another password', { password: 'guessed' }],
    ['no password', { password: '' }],
    ['the password of another unit', { password: unitPassword(testFactoryKey, other) }],
    ['the password of the platform', { password: testPlatformPassword }],
    [
      'the name and password of the platform, where units come',
      { username: platformUser, clientId: platformUser, password: testPlatformPassword },
    ],
    ['a name that is no unit id', { username: 'admin', clientId: 'admin', password: unitPassword('k', 'admin') }],
    ['the platform name and the password of a unit', { username: platformUser, clientId: platformUser }],
  ])('refuses %s', async (_, options) => {
    await expect(connectUnit(broker, firstUnit, options)).rejects.toThrow()
  })

  test('refuses a unit on the port of the platform', async () => {
    await expect(connectUnit({ ...broker, unitUrl: broker.url }, firstUnit)).rejects.toThrow()
  })

  test('refuses to take over the session of another unit', async () => {
    const victim = await unit(firstUnit)
    const [ended, receivedMessages] = [vi.fn(), messages(victim)]
    victim.on('close', ended)
    await victim.subscribeAsync(`v1/${firstUnit}/down/command`, { qos: 1 })
    const thief = unitClient(broker, other, { clientId: firstUnit })
    thief.on('error', () => {})
    closers.push(() => thief.endAsync(true))
    await new Promise<void>((resolve) => void thief.once('connect', () => resolve()).once('close', resolve))
    const { link } = await platform()
    await link.publish(`v1/${firstUnit}/down/command`, 'still yours')
    await vi.waitFor(() => expect(receivedMessages).toEqual([`v1/${firstUnit}/down/command still yours`]))
    expect(ended).not.toHaveBeenCalled()
  })
})

describe('topic rights of a unit', () => {
  test('allow publishing on its up topics, with retained online messages', async () => {
    const client = await unit(firstUnit)
    await client.publishAsync(`v1/${firstUnit}/up/online`, '{"online":true}', { qos: 1, retain: true })
    const { receivedMessages } = await platform()
    await vi.waitFor(() => expect(receivedMessages).toHaveLength(1))
    await client.publishAsync(`v1/${firstUnit}/up/record`, 'r', { qos: 1 })
    await vi.waitFor(() => expect(receivedMessages).toHaveLength(2))
    expect(receivedMessages).toEqual([
      { topic: `v1/${firstUnit}/up/online`, payload: '{"online":true}', retained: true },
      { topic: `v1/${firstUnit}/up/record`, payload: 'r', retained: false },
    ])
  })

  test.each([
    ['the up topics of another unit', `v1/${other}/up/state`],
    ['commands to itself', `v1/${firstUnit}/down/command`],
    ['commands to another unit', `v1/${other}/down/command`],
    ['the bus of the servers', 'bus/plant/1'],
    ['the topics of the broker', '$SYS/broker/uptime'],
    ['a channel that does not exist', `v1/${firstUnit}/up/anything`],
    ['a topic below its channel', `v1/${firstUnit}/up/state/more`],
  ])('forbid publishing on %s', async (_, topic) => {
    const { receivedMessages } = await platform()
    const neighbour = await unit(other)
    const overheardMessages = messages(neighbour)
    await neighbour.subscribeAsync(`v1/${other}/down/#`, { qos: 1 })
    const client = await unit(firstUnit, { clientId: firstUnit })
    await Promise.race([client.publishAsync(topic, 'forged', { qos: 1 }).catch(() => {}), closed(client)])
    await neighbour.publishAsync(`v1/${other}/up/state`, 'last', { qos: 1 })
    await vi.waitFor(() => expect(receivedMessages).toContainEqual(expect.objectContaining({ payload: 'last' })))
    expect(receivedMessages.filter(({ payload }) => payload === 'forged')).toEqual([])
    expect(overheardMessages).toEqual([])
  })

  test.each([
    '#',
    '+/+/+/+',
    'v1/#',
    'v1/+/down/command',
    `v1/${other}/down/command`,
    `v1/${other}/up/state`,
    'bus/#',
    '$SYS/#',
    `$share/group/v1/${other}/up/state`,
  ])('hide messages on %s', async (filter) => {
    const client = await unit(firstUnit)
    const receivedMessages = messages(client)
    await client.subscribeAsync(filter, { qos: 1 }).catch(() => {})
    if (client.connected) await client.subscribeAsync(`v1/${firstUnit}/down/+`, { qos: 1 })
    const { link } = await platform()
    await link.publish('bus/plant/1', 'secret')
    await link.publish(`v1/${other}/down/command`, 'secret')
    await (await unit(other)).publishAsync(`v1/${other}/up/state`, 'secret', { qos: 1 })
    await link.publish(`v1/${firstUnit}/down/command`, 'own')
    await vi.waitFor(() =>
      expect(client.connected ? receivedMessages : ['own']).toContainEqual(expect.stringContaining('own')),
    )
    expect(receivedMessages.filter((message) => message.includes('secret'))).toEqual([])
  })

  test('allow a will on its own online topic', async () => {
    const { receivedMessages } = await platform()
    const topic = `v1/${firstUnit}/up/online`
    const client = await unit(firstUnit, { will: { topic, payload: Buffer.from('gone'), qos: 1, retain: true } })
    client.stream.destroy()
    await vi.waitFor(() => expect(receivedMessages).toEqual([{ topic, payload: 'gone', retained: false }]))
  })

  test('forbid a will on another topic', async () => {
    const { receivedMessages } = await platform()
    const lastWill = { topic: `v1/${other}/up/online`, payload: Buffer.from('forged'), qos: 1 as const, retain: true }
    const client = await connectUnit(broker, firstUnit, { will: lastWill }).catch(() => null)
    client?.on('error', () => {})
    client?.stream.destroy()
    await (await unit(other)).publishAsync(`v1/${other}/up/state`, 'last', { qos: 1 })
    await vi.waitFor(() => expect(receivedMessages).toHaveLength(1))
    expect(receivedMessages[0]?.payload).toBe('last')
  })
})

describe('unit session', () => {
  test('delivers messages that were sent while the unit was away', async () => {
    const first = await unit(firstUnit, { clean: false })
    await first.subscribeAsync(`v1/${firstUnit}/down/#`, { qos: 1 })
    await first.endAsync()
    const { link } = await platform()
    await link.publish(`v1/${firstUnit}/down/command`, 'meanwhile')
    const reopened = unitClient(broker, firstUnit, { clean: false })
    closers.push(() => reopened.endAsync(true))
    const receivedMessages = messages(reopened)
    await vi.waitFor(() => expect(receivedMessages).toEqual([`v1/${firstUnit}/down/command meanwhile`]))
  })
})

describe('packet sizes', () => {
  test('beyond 512 KiB only disconnect their sender', async () => {
    const { receivedMessages } = await platform()
    const neighbour = await unit(other)
    const client = await unit(firstUnit)
    client.publish(`v1/${firstUnit}/up/state`, Buffer.alloc(513 * 1024), { qos: 1 })
    await closed(client)
    await neighbour.publishAsync(`v1/${other}/up/state`, 'fine', { qos: 1 })
    await vi.waitFor(() => expect(receivedMessages.map(({ payload }) => payload)).toEqual(['fine']))
  })

  test('slightly above 256 KiB are accepted', async () => {
    const { receivedMessages } = await platform()
    const sender = await unit(firstUnit)
    for (const bytes of [256 * 1024, 256 * 1024 + 1])
      await sender.publishAsync(`v1/${firstUnit}/up/state`, Buffer.alloc(bytes, 'x'), { qos: 1 })
    await vi.waitFor(() => expect(receivedMessages.map(({ payload }) => payload.length)).toEqual([262_144, 262_145]))
  })

  test.runIf(isEmbedded)('beyond 64 KiB are cut off early in a first packet', async () => {
    const socket = connect(Number(new URL(broker.unitUrl).port), '127.0.0.1')
    await once(socket, 'connect')
    // CONNECT with an announced length of 65 KiB and no payload.
    socket.write(Buffer.of(0x10, 0x80, 0x88, 0x04))
    await once(socket, 'close')
    expect(broker.embeddedBroker?.counters().oversizedPackets).toBe(1)
  })
})
