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
import { createRefusedLoginReader, type RefusedLogin } from './refused-logins.ts'
import { readRetainedBirths } from './retained-births.ts'

/**
 * Maximum messages processed at once; beyond it the broker waits. With fewer, database and server would idle in turns.
 */
const defaultConcurrency = 1_024
const answerWithinMs = 15_000

export type MqttLinkOptions = {
  url: string
  username: string
  password: string
  /** Certificates (PEM) for `mqtts` and `wss`; `ca` replaces the public authorities. */
  tls?: { ca?: string; cert?: string; key?: string } | undefined
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Topic filters of messages between server nodes. */
  busFilters?: readonly string[]
  /**
   * Shares the messages of units with the other nodes, each message to one of them. External brokers support it; the
   * built-in one has a single node.
   */
  sharesUnits?: boolean
  /** Last will, sent by the broker to the other nodes when this node disconnects without notice. */
  lastWill?: { topic: string; payload: string }
  /** Called for each login refused by an external broker, if it publishes its log like Mosquitto. */
  loginRefused?: (login: RefusedLogin) => void
  concurrency?: number
}

/** Mosquitto's published log at level "notice". */
const brokerLog = '$SYS/broker/log/N'

/** All nodes form one group: the broker delivers each message of a unit to one member. */
const sharedGroup = '$share/vigilux/'

/** PUBACK, identical in MQTT 3.1.1 and 5. */
const puback = (messageId: number): Buffer => Buffer.of(0x40, 2, messageId >>> 8, messageId & 0xff)

/**
 * Receives messages with our own acknowledgement. The library reads on only after each acknowledgement, so it could
 * neither process two messages at once nor receive the response to a handler's message.
 */
const consumeMessages = (
  client: MqttClient,
  concurrency: number,
  handle: (packet: IPublishPacket) => Promise<void>,
): void => {
  const places = createConnectionGate(concurrency)
  // Acknowledgements are sent in the order of the messages, as the protocol requires.
  let acknowledged: Promise<void> = Promise.resolve()

  client.handleMessage = (packet, readOn) => {
    const { stream } = client
    const { qos, messageId } = packet
    void places.enter().then(() => {
      const handled = handle(packet).finally(places.leave)
      if (qos === 1 && messageId !== undefined) {
        acknowledged = Promise.all([acknowledged, handled]).then(() => {
          // An acknowledgement must use the connection of its message.
          if (client.stream === stream && !stream.destroyed && stream.writable) stream.write(puback(messageId))
        })
      }
      // The error only keeps the library from sending its own acknowledgement.
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
  const timeout = setTimeout(reject, answerWithinMs, new Error('the MQTT broker did not answer in time'))
  await Promise.race([work, promise]).finally(() => clearTimeout(timeout))
}

/** Resolves once connected, or rejects with the reason: a refused login fails at once. */
const connected = (client: MqttClient): Promise<void> =>
  withTimeout(
    new Promise((resolve, reject) => {
      client.once('connect', resolve)
      client.once('error', reject)
      client.connect()
    }),
  )

const subscribeAll = async (client: MqttClient, filters: readonly string[]): Promise<void> => {
  const grants = await client.subscribeAsync(qos1(filters))
  const refusedTopics = grants.filter(({ qos }) => qos !== 1).map(({ topic }) => topic)
  if (refusedTopics.length > 0) throw new Error(`The MQTT broker refuses QoS 1 on ${refusedTopics.join(', ')}`)
}

const waitUntilSettled = async (isSettled: () => boolean): Promise<void> => {
  while (!isSettled()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/**
 * Maximum concurrent publications: each may add a listener to the socket, and Node reports more than a thousand as a
 * leak.
 */
const maxPublishing = 500

/** Creates the link without connecting: set the handler, then call `connect`. */
export const openMqttLink = (options: MqttLinkOptions): DeviceLink => {
  const { url, username, password, log, concurrency, busFilters = [], sharesUnits = false, lastWill, tls } = options
  fillPacketLengths()
  const handlers: ((message: BrokerMessage) => Promise<void>)[] = []

  const deliverMessage = async (message: BrokerMessage): Promise<void> => {
    for (const handler of handlers) {
      try {
        await handler(message)
      } catch (error) {
        // Not redelivered at once: a unit repeats its records until `down/ack` names them.
        log.error({ error, topic: message.topic }, 'a message could not be processed')
      }
    }
  }

  const readRefusedLogin = createRefusedLoginReader()
  let deliveriesUnderWay = 0
  const handlePacket = async ({ topic, payload, retain }: IPublishPacket): Promise<void> => {
    if (topic.startsWith(selfTestPrefix)) return
    if (topic === brokerLog) {
      const refusedLogin = retain ? null : readRefusedLogin(payload.toString())
      if (refusedLogin) options.loginRefused?.(refusedLogin)
      return
    }
    deliveriesUnderWay++
    await deliverMessage({
      topic,
      payload: Buffer.isBuffer(payload) ? payload : Buffer.from(payload),
      retained: retain,
    })
    deliveriesUnderWay--
  }

  const connectClient = (role: 'reader' | 'writer'): MqttClient => {
    const clientId = `${username}-${role}-${randomUUID()}`
    const willOption =
      role === 'reader' && lastWill ? { ...lastWill, payload: Buffer.from(lastWill.payload), qos: 1 as const } : null
    const client = mqtt.connect(url, {
      ...clientOptions,
      ...tls,
      clientId,
      username,
      password,
      ...(willOption && { will: willOption }),
    })
    client.on('connect', () => {
      // Otherwise every command waits 45 ms for more bytes (Nagle's algorithm).
      if (client.stream instanceof Socket) client.stream.setNoDelay(true)
      log.info({ url, role }, 'connected to the MQTT broker')
    })
    client.on('close', () => {
      if (!client.disconnecting) log.warn({ url, role, outage: 'broker' }, 'no connection to the MQTT broker')
    })
    client.on('error', (error) => log.warn({ error, url, role, outage: 'broker' }, 'MQTT broker'))
    return client
  }

  // A blocked reader receives no acknowledgements either, so handlers publish over their own connection.
  const reader = connectClient('reader')
  const writer = connectClient('writer')
  const limitPublishing = limitConcurrency(maxPublishing)
  consumeMessages(reader, concurrency ?? defaultConcurrency, handlePacket)
  let isStarted = false

  /** Also after each reconnect: it may be another broker, or one with lost retained messages. */
  const readConnectedUnits = (): void => {
    const birthDeliveries: Promise<void>[] = []
    readRetainedBirths(url, { ...tls, username, password, connectTimeout: clientOptions.connectTimeout }, (message) => {
      birthDeliveries.push(deliverMessage({ ...message, retained: true }))
    })
      .then(async (count) => {
        await Promise.all(birthDeliveries)
        log.info({ count }, 'births of connected units read')
      })
      .catch((error: unknown) => log.warn({ err: error, outage: 'broker' }, 'births of connected units not read'))
  }

  const close = async (): Promise<void> => {
    // A never connected client cannot be ended.
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
        // Not every broker publishes its log; it only feeds a metric for the operator.
        if (options.loginRefused) await reader.subscribeAsync(brokerLog).catch(() => undefined)
        if (sharesUnits) {
          readConnectedUnits()
          reader.on('connect', readConnectedUnits)
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
      await withTimeout(limitPublishing(send))
    },
    leave: async () => {
      if (!reader.connected) return
      await withTimeout(reader.unsubscribeAsync([...unitFilters(options), ...busFilters]))
      await withTimeout(waitUntilSettled(() => deliveriesUnderWay === 0))
    },
    isConnected: () => reader.connected && writer.connected,
    close,
  }
}
