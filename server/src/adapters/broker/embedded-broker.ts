import { createHash, timingSafeEqual } from 'node:crypto'
import { isIPv6, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { type UnitCredentials, unitPassword } from '@vigilux/device-plane/credentials.ts'
import { messageBounds } from '@vigilux/device-plane/message-bounds.ts'
import { parseUnitId } from '@vigilux/device-plane/topics.ts'
import { Aedes, type AedesOptions, type Client, type ConnectPacket } from 'aedes'
import type { Logger } from 'pino'
import { createMinuteLog } from '../../kernel/minute-log.ts'
import { type Listener, type ListenerTls, localHost, openListeners } from './broker-listeners.ts'
import { boundedPersistence } from './broker-memory.ts'
import { framingGuard } from './framing-guard.ts'
import { createOldProtocolDetector } from './older-units.ts'
import { tokenBucket } from './token-bucket.ts'
import { isOlderTopicOf, isWillTopicOf, mayPublish, mayRetain, maySubscribe, platformUser } from './topic-rights.ts'

/** Limits of the embedded broker. docs/decisions/0014-aedes-is-the-built-in-broker-and-nodes-share-mosquitto.md */
export const defaultBrokerLimits = {
  maxConnections: 12_000,
  /** Connections reserved for the platform when units have taken all others. */
  reservedConnections: 16,
  connectTimeoutMs: 10_000,
  /**
   * Maximum bytes of a packet before and after a client is accepted. Twice the limit of a message: the server then
   * stores a slightly oversized one as a dead letter and marks its unit, instead of receiving it forever.
   */
  maxBytesBeforeAccepted: 64 * 1024,
  maxPacketBytes: 2 * messageBounds.bytes,
  /** Messages allowed to one unit at once, and per second thereafter. */
  publishBurst: 2_000,
  publishPerSecond: 200,
  /** Messages queued for one unit while it is offline or does not acknowledge. */
  maxQueuedMessages: 1_000,
  /** Milliseconds for which a client may block its senders by not reading. */
  drainTimeoutMs: 4_000,
  maxKeepaliveS: 600,
}
export type BrokerLimits = typeof defaultBrokerLimits

const noCounters = {
  refusedConnections: 0,
  refusedHandshakes: 0,
  refusedLogins: 0,
  refusedPublishes: 0,
  refusedSubscriptions: 0,
  oversizedPackets: 0,
  throttledPublishes: 0,
  droppedQueuedMessages: 0,
}

export type EmbeddedBroker = {
  port: number
  /** For units on this machine, without TLS. */
  localUrl: string
  /** TLS port for units; null if TLS is not configured. */
  tlsPort: number | null
  /** Port for the platform, on 127.0.0.1 only. */
  platformPort: number
  counters: () => typeof noCounters
  /** Number of connected clients, including the platform's. */
  connections: () => number
  /** Changes the credentials of units; connections with the old ones are closed. */
  setCredentials(changed: readonly UnitCredentials[]): void
  /** Registers a listener for units with genuine credentials on topics of an older protocol. */
  onOlderProtocol(report: (unit: string) => void): void
  /** Admits units, once somebody listens to their messages. */
  admitUnits(): void
  close(): Promise<void>
}

export type EmbeddedBrokerOptions = {
  /** 0 chooses a free port. */
  port: number
  host: string
  factoryKey: string
  platformPassword: string
  log: Pick<Logger, 'info' | 'warn'>
  /** TLS 1.2 or newer for units on this port; the other port then accepts only this machine. */
  tls?: ListenerTls | undefined
  limits?: Partial<BrokerLimits>
  /** Rejects units until `admitUnits`: messages sent before would be acknowledged and lost. */
  holdUnits?: boolean
}

/** Compares in constant time, which requires equal lengths. */
const isSame = (received: Buffer, expected: string): boolean => {
  const digest = (value: Buffer | string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(received), digest(expected))
}

/**
 * While the server reads slowly, the broker waits and so slows the units. Disconnecting the server would make it
 * receive everything again, and fall further behind.
 */
const waitForever = (client: Client): void => {
  Object.assign(client, { waitForDrain: (done: () => void) => client.conn.once('drain', done) })
}

/** MQTT return codes of refused connections. */
const refusal = (returnCode: 2 | 3 | 4 | 5, reason: string) => Object.assign(new Error(reason), { returnCode })

/** Whether a TLS connection has shown the certificate of another unit; the handshake has verified the certificate. */
const showsOtherName = (unit: string, connection: Client['conn']): boolean =>
  connection instanceof TLSSocket && connection.getPeerCertificate().subject?.CN !== unit

const addressOf = ({ remoteAddress }: Socket): string => remoteAddress ?? 'unknown'

type State = {
  connectedClients: () => number
  unitsAreAdmitted: () => boolean
  /** Units with revoked or renewed credentials. */
  credentials: Map<string, UnitCredentials>
  /** The listener of each connection. */
  listeners: WeakMap<Client['conn'], Listener>
  triedOlderProtocol(unit: string): void
}

/** The limits as callbacks of aedes. */
const guardsOf = (
  { factoryKey, platformPassword, tls }: EmbeddedBrokerOptions,
  limits: BrokerLimits,
  counts: typeof noCounters,
  { connectedClients, unitsAreAdmitted, listeners, credentials, triedOlderProtocol }: State,
) => {
  const buckets = new WeakMap<Client, ReturnType<typeof tokenBucket>>()
  const users = new WeakMap<Client, string>()
  /** Names as clients gave them, refused or not. */
  const givenNames = new WeakMap<Client, string>()

  const noteOlder = (user: string | null | undefined, topic: string): void => {
    if (user && isOlderTopicOf(user, topic)) triedOlderProtocol(user)
  }

  const checkConnect = (client: Client, packet: ConnectPacket): string | null => {
    const user = packet.username ?? ''
    givenNames.set(client, (user || packet.clientId).slice(0, 64))
    if (user === platformUser) return packet.will ? 'the platform has no will' : null
    if (!parseUnitId(user) || packet.clientId !== user) return 'the client id must be the unit id'
    if (!packet.will || isWillTopicOf(user, packet.will.topic)) return null
    if (!refusalOf(client, user, packet.password)) noteOlder(user, packet.will.topic)
    return 'the will must be on the own online topic'
  }

  const capacityRefusal = () => {
    if (!unitsAreAdmitted()) return refusal(3, 'no server listens yet')
    return connectedClients() >= limits.maxConnections ? refusal(3, 'too many units') : null
  }

  /** Why a client may not log in, or null. */
  const refusalOf = (client: Client, user: string, password: Buffer | undefined) => {
    const isPlatform = user === platformUser
    if (isPlatform !== (listeners.get(client.conn) === 'platform')) return refusal(5, 'not on this listener')
    if (tls?.clientCa && showsOtherName(user, client.conn)) return refusal(4, 'the certificate is not of this unit')
    const unitCredentials = credentials.get(user)
    if (unitCredentials?.isRevoked) return refusal(4, 'credentials revoked')
    const expectedPassword = isPlatform ? platformPassword : unitPassword(factoryKey, user, unitCredentials?.generation)
    if (!user || !password || !isSame(password, expectedPassword)) return refusal(4, 'bad user name or password')
    return isPlatform ? null : capacityRefusal()
  }

  const authenticate: NonNullable<AedesOptions['authenticate']> = (client, user = '', password, done) => {
    const loginRefusal = refusalOf(client, user, password)
    if (loginRefusal) {
      if (loginRefusal.returnCode !== 3) counts.refusedLogins++
      else if (unitsAreAdmitted()) counts.refusedConnections++
      return done(loginRefusal, false)
    }
    users.set(client, user)
    if (user === platformUser) waitForever(client)
    buckets.set(client, tokenBucket(limits.publishPerSecond, limits.publishBurst))
    done(null, true)
  }

  const authorizePublish: NonNullable<AedesOptions['authorizePublish']> = (client, packet, done) => {
    const user = client && users.get(client)
    if (!client || !user || !mayPublish(user, packet.topic)) {
      noteOlder(user, packet.topic)
      counts.refusedPublishes++
      return done(new Error(`${user} may not publish on ${packet.topic}`))
    }
    if (packet.retain && !mayRetain(packet.topic)) packet.retain = false
    const waitMs = user === platformUser ? 0 : (buckets.get(client)?.take() ?? 0)
    if (waitMs === 0) return done(null)
    // The broker does not read from this client until the callback: the sender is slowed, and nothing is lost.
    counts.throttledPublishes++
    setTimeout(done, waitMs, null).unref()
  }

  const authorizeSubscribe: NonNullable<AedesOptions['authorizeSubscribe']> = (client, subscription, done) => {
    const user = users.get(client) ?? ''
    if (maySubscribe(user, subscription.topic)) return done(null, subscription)
    noteOlder(user, subscription.topic)
    counts.refusedSubscriptions++
    done(null, null)
  }

  return {
    checkConnect,
    authenticate,
    authorizePublish,
    authorizeSubscribe,
    nameOf: (client: Client) => givenNames.get(client) ?? null,
  }
}

const accept = (broker: Aedes, socket: Socket, limits: BrokerLimits, counts: typeof noCounters): void => {
  // Refused before `handle`, so the first packet cannot be larger than a login needs.
  let client: (Client & { connackSent?: boolean }) | undefined
  const isSound = framingGuard(() => (client?.connackSent ? limits.maxPacketBytes : limits.maxBytesBeforeAccepted))
  const read = socket.read.bind(socket)
  socket.read = (size?: number): unknown => {
    const bytes: unknown = read(size)
    if (!(bytes instanceof Uint8Array) || isSound(bytes)) return bytes
    counts.oversizedPackets++
    socket.destroy()
    return null
  }
  client = broker.handle(socket)
}

/** An MQTT 3.1.1 broker in this process, for one server and up to about ten thousand units. */
export const openEmbeddedBroker = async (options: EmbeddedBrokerOptions): Promise<EmbeddedBroker> => {
  const limits = { ...defaultBrokerLimits, ...options.limits }
  const counts = { ...noCounters }
  const listeners: State['listeners'] = new WeakMap()
  const credentials: State['credentials'] = new Map()
  let reportOlderProtocol = (_unit: string): void => undefined
  let isOpenToUnits = options.holdUnits !== true
  const guards = guardsOf(options, limits, counts, {
    connectedClients: () => broker.connectedClients,
    unitsAreAdmitted: () => isOpenToUnits,
    credentials,
    listeners,
    triedOlderProtocol: createOldProtocolDetector((unit) => reportOlderProtocol(unit)),
  })
  const broker: Aedes = await Aedes.createBroker({
    // With a limit, the emitter's queue is processed recursively: ten thousand messages without a listener would crash
    // the process. Without a limit there is no queue; the messages of one sender are bounded above.
    concurrency: 0,
    connectTimeout: limits.connectTimeoutMs,
    drainTimeout: limits.drainTimeoutMs,
    keepaliveLimit: limits.maxKeepaliveS,
    persistence: boundedPersistence(limits.maxQueuedMessages, () => counts.droppedQueuedMessages++),
    preConnect: (client, packet, done) => {
      const reason = guards.checkConnect(client, packet)
      if (reason) counts.refusedLogins++
      done(reason ? new Error(reason) : null, reason === null)
    },
    authenticate: guards.authenticate,
    authorizePublish: guards.authorizePublish,
    authorizeSubscribe: guards.authorizeSubscribe,
  })
  const connected = new Map<string, Client>()
  broker.on('clientReady', (client) => connected.set(client.id, client))
  broker.on('clientDisconnect', (client) => {
    if (connected.get(client.id) === client) connected.delete(client.id)
  })
  const handshakes = createMinuteLog(options.log, 'MQTT clients without TLS')
  const faults = createMinuteLog(options.log, 'MQTT clients refused or at fault')
  const noteFault = (client: Client, { message: reason }: Error) =>
    faults.add({ address: addresses.get(client.conn) ?? 'unknown', reason }, guards.nameOf(client))
  broker.on('clientError', noteFault)
  broker.on('connectionError', noteFault)

  /** A closed socket does not know its address. */
  const addresses = new WeakMap<Client['conn'], string>()
  const acceptSocket = (listener: Listener) => (socket: Socket) => {
    listeners.set(socket, listener)
    addresses.set(socket, addressOf(socket))
    accept(broker, socket, limits, counts)
  }
  const { servers, ...ports } = await openListeners(
    { ...options, handshakeTimeout: limits.connectTimeoutMs },
    acceptSocket,
    (error, socket) => {
      counts.refusedHandshakes++
      handshakes.add({ address: addressOf(socket), reason: error.message }, null)
    },
  )
  for (const server of servers) {
    server.maxConnections = limits.maxConnections + limits.reservedConnections
    server.on('drop', () => counts.refusedConnections++)
  }
  options.log.info({ host: options.host, ...ports }, 'MQTT broker listens')
  const host = localHost(options)
  return {
    ...ports,
    localUrl: `mqtt://${isIPv6(host) ? `[${host}]` : host}:${ports.port}`,
    counters: () => ({ ...counts }),
    connections: () => broker.connectedClients,
    setCredentials: (changed) => {
      for (const changedCredentials of changed) {
        const unitCredentials = credentials.get(changedCredentials.unit)
        if (
          unitCredentials?.generation === changedCredentials.generation &&
          unitCredentials.isRevoked === changedCredentials.isRevoked
        )
          continue
        credentials.set(changedCredentials.unit, changedCredentials)
        connected.get(changedCredentials.unit)?.close()
      }
    },
    onOlderProtocol: (report) => {
      reportOlderProtocol = report
    },
    admitUnits: () => {
      isOpenToUnits = true
    },
    close: async () => {
      for (const server of servers) server.close()
      await new Promise<void>((resolve) => broker.close(resolve))
    },
  }
}
