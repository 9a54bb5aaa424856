import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { allUpTopics } from '@vigilux/device-plane/topics.ts'
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt'
import type { Logger } from 'pino'
import { limitConcurrency } from '../../kernel/limit-concurrency.ts'
import type { BrokerMessage, DeviceLink } from '../../ports/device-link.ts'
import { runBrokerSelfTest, selfTestPrefix } from './broker-self-test.ts'
import { createConnectionGate } from './connection-gate.ts'
import { fillPacketLengths } from './packet-lengths.ts'
import { readRetainedBirths } from './retained-births.ts'

/** Messages that may be in the making at once; beyond it the broker waits. With fewer, database and server wait in turns. */
const defaultConcurrency = 1_024
const answerWithinMs = 15_000

export type MqttLinkOptions = {
  url: string
  username: string
  password: string
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Filters of what server nodes say to each other. */
  busFilters?: readonly string[]
  /**
   * Shares the messages of units with all other nodes, each message to one of them. An external broker does; the
   * built-in one has a single node.
   */
  sharesUnits?: boolean
  /** What the broker announces to the other nodes in our place when we are gone without a word. */
  lastWill?: { topic: string; payload: string }
  /** Called for each login that an external broker refused, where it publishes its log as Mosquitto does. */
  loginRefused?: (client: string) => void
  concurrency?: number
}

/** What Mosquitto publishes of its log at level "notice", and how it words a refused login. */
const brokerLog = '$SYS/broker/log/N'
const refusedLogin = /Client (\S+) disconnected, not authori[sz]ed/

/** All nodes are one group: the broker gives each message of a unit to one member of it. */
const sharedGroup = '$share/vigilux/'

/** PUBACK, which is the same in MQTT 3.1.1 and 5. */
const puback = (messageId: number): Buffer => Buffer.of(0x40, 2, messageId >>> 8, messageId & 0xff)

/**
 * Takes messages off the connection with our own acknowledgement. The library waits for each acknowledgement before it
 * reads on, and so would neither take two messages at once nor receive the answer to what a handler publishes.
 */
const consumeMessages = (
  client: MqttClient,
  concurrency: number,
  take: (packet: IPublishPacket) => Promise<void>,
): void => {
  const places = createConnectionGate(concurrency)
  // Acknowledgements leave in the order of the messages, as the protocol asks.
  let acknowledged: Promise<void> = Promise.resolve()

  client.handleMessage = (packet, readOn) => {
    const { stream } = client
    const { qos, messageId } = packet
    void places.enter().then(() => {
      const taken = take(packet).finally(places.leave)
      if (qos === 1 && messageId !== undefined) {
        acknowledged = Promise.all([acknowledged, taken]).then(() => {
          // An acknowledgement belongs to the connection that brought the message.
          if (client.stream === stream && !stream.destroyed && stream.writable) stream.write(puback(messageId))
        })
      }
      // An error keeps the library from acknowledging by itself; it has no other effect.
      readOn(qos === 1 ? new Error('acknowledged by ourselves') : undefined)
    })
  }
}

const qos1 = (filters: readonly string[]) => Object.fromEntries(filters.map((filter) => [filter, { qos: 1 as const }]))

const unitFilters = ({ sharesUnits }: MqttLinkOptions): string[] =>
  sharesUnits ? allUpTopics.map((topic) => `${sharedGroup}${topic}`) : allUpTopics

const clientOptions = {
  clean: true,
  keepalive: 30,
  reconnectPeriod: 1_000,
  reconnectOnConnackError: true,
  connectTimeout: 10_000,
  manualConnect: true,
  resubscribe: true,
  queueQoSZero: false,
} as const

const withTimeout = async (work: Promise<unknown>): Promise<void> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(reject, answerWithinMs, new Error('the MQTT broker did not answer in time'))
  await Promise.race([work, promise]).finally(() => clearTimeout(late))
}

/** Connects, or says why not: a refused login fails at once. */
const connected = (client: MqttClient): Promise<void> =>
  withTimeout(
    new Promise((resolve, reject) => {
      client.once('connect', resolve)
      client.once('error', reject)
      client.connect()
    }),
  )

const subscribeAll = async (client: MqttClient, filters: readonly string[]): Promise<void> => {
  const granted = await client.subscribeAsync(qos1(filters))
  const refused = granted.filter(({ qos }) => qos !== 1).map(({ topic }) => topic)
  if (refused.length > 0) throw new Error(`The MQTT broker refuses QoS 1 on ${refused.join(', ')}`)
}

const waitUntilSettled = async (isSettled: () => boolean): Promise<void> => {
  while (!isSettled()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Messages that are being published at a time: each may listen to the socket, and Node takes more than a thousand of those for a leak. */
const maxPublishing = 500

/** Opens nothing yet: give the handler, then `connect`. */
export const openMqttLink = (options: MqttLinkOptions): DeviceLink => {
  const { url, username, password, log, concurrency, busFilters = [], sharesUnits = false, lastWill } = options
  fillPacketLengths()
  const handlers: ((message: BrokerMessage) => Promise<void>)[] = []

  const deliver = async (message: BrokerMessage): Promise<void> => {
    for (const handler of handlers) {
      try {
        await handler(message)
      } catch (error) {
        // Not delivered again at once: what must not be lost comes again from the unit, until `down/ack` names it.
        log.error({ error, topic: message.topic }, 'a message was not taken')
      }
    }
  }

  let underWay = 0
  const take = async ({ topic, payload, retain }: IPublishPacket): Promise<void> => {
    if (topic.startsWith(selfTestPrefix)) return
    if (topic === brokerLog) {
      const client = refusedLogin.exec(payload.toString())?.[1]
      if (client && !retain) options.loginRefused?.(client.slice(0, 64))
      return
    }
    underWay++
    await deliver({ topic, payload: Buffer.isBuffer(payload) ? payload : Buffer.from(payload), retained: retain })
    underWay--
  }

  const prepared = (role: 'reader' | 'writer'): MqttClient => {
    const clientId = `${username}-${role}-${randomUUID()}`
    const will =
      role === 'reader' && lastWill ? { ...lastWill, payload: Buffer.from(lastWill.payload), qos: 1 as const } : null
    const client = mqtt.connect(url, { ...clientOptions, clientId, username, password, ...(will && { will }) })
    client.on('connect', () => {
      // Without this every command waits 45 ms for more bytes to come.
      if (client.stream instanceof Socket) client.stream.setNoDelay(true)
      log.info({ url, role }, 'connected to the MQTT broker')
    })
    client.on('close', () => {
      if (!client.disconnecting) log.warn({ url, role, outage: 'broker' }, 'no connection to the MQTT broker')
    })
    client.on('error', (error) => log.warn({ error, url, role, outage: 'broker' }, 'MQTT broker'))
    return client
  }

  // A reader that holds the broker back reads no acknowledgements either, so what handlers publish has its own way.
  const reader = prepared('reader')
  const writer = prepared('writer')
  const turn = limitConcurrency(maxPublishing)
  consumeMessages(reader, concurrency ?? defaultConcurrency, take)
  let isStarted = false

  /** Also after each reconnect: the broker may have been another one meanwhile, or have lost what it held for us. */
  const learnWhoIsConnected = (): void => {
    const births: Promise<void>[] = []
    readRetainedBirths(url, { username, password, connectTimeout: clientOptions.connectTimeout }, (message) => {
      births.push(deliver({ ...message, retained: true }))
    })
      .then(async (count) => {
        await Promise.all(births)
        log.info({ count }, 'births of connected units read')
      })
      .catch((error: unknown) => log.warn({ err: error, outage: 'broker' }, 'births of connected units not read'))
  }

  const close = async (): Promise<void> => {
    // A client that was never told to connect cannot be ended.
    if (isStarted) await Promise.all([reader.endAsync(true), writer.endAsync(true)])
  }

  return {
    onMessage: (handler) => void handlers.push(handler),
    connect: async () => {
      isStarted = true
      try {
        await Promise.all([connected(reader), connected(writer)])
        await runBrokerSelfTest(reader, writer, { sharing: sharesUnits })
        await subscribeAll(reader, [...unitFilters(options), ...busFilters])
        // Not every broker has it; what is counted of it is for the operator alone.
        if (options.loginRefused) await reader.subscribeAsync(brokerLog).catch(() => undefined)
        if (sharesUnits) {
          learnWhoIsConnected()
          reader.on('connect', learnWhoIsConnected)
        }
      } catch (error) {
        await close()
        throw error
      }
    },
    publish: async (topic, payload, { retain = false, qos = 1 } = {}) => {
      const send = async () => {
        if (!writer.connected) throw new Error('no connection to the MQTT broker')
        await withTimeout(writer.publishAsync(topic, payload, { qos, retain }))
      }
      await withTimeout(turn(send))
    },
    leave: async () => {
      if (!reader.connected) return
      await withTimeout(reader.unsubscribeAsync([...unitFilters(options), ...busFilters]))
      await withTimeout(waitUntilSettled(() => underWay === 0))
    },
    isConnected: () => reader.connected && writer.connected,
    close,
  }
}
