import { randomBytes } from 'node:crypto'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import type { Logger } from 'pino'
import { openEmbeddedBroker } from '../adapters/broker/embedded-broker.ts'
import { openMqttLink } from '../adapters/broker/mqtt-link.ts'
import { openDatabaseClock } from '../adapters/database/database-clock.ts'
import { migrateDatabase } from '../adapters/database/migrate.ts'
import { type Database, openDatabase } from '../adapters/database/open-database.ts'
import { checkPooler } from '../adapters/database/pooler.ts'
import { openFiles } from '../adapters/files/open-files.ts'
import { openJobs } from '../adapters/jobs/open-jobs.ts'
import { createMetrics, type Metrics } from '../adapters/metrics.ts'
import { guardedOutbound } from '../adapters/outbound/guarded-outbound.ts'
import { openPlaces } from '../adapters/places/geonames-places.ts'
import { openWebPush } from '../adapters/push/web-push.ts'
import { createSocketIds } from '../adapters/realtime/socket-ids.ts'
import { createWatcherHub, type WatcherHub } from '../adapters/realtime/watcher-hub.ts'
import { createWatchers } from '../adapters/realtime/watchers.ts'
import { openTimeStamps } from '../adapters/timestamps/open-time-stamps.ts'
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import { createDeviceKeys } from '../features/accounts/index.ts'
import { createFileLinks } from '../features/files/index.ts'
import { createKeyCipher } from '../features/logbook/index.ts'
import { createMailOutbox } from '../features/mails/index.ts'
import { createNoticeLinks } from '../features/notices/index.ts'
import { createCodeSeal } from '../features/pro-codes/index.ts'
import { createWebhookCipher } from '../features/webhooks/index.ts'
import { type BrokerLatencyProbe, createBrokerLatencyProbe } from '../kernel/broker-latency-probe.ts'
import { type Bus, busFilters, createBus, lostNodeTopic } from '../kernel/bus.ts'
import { createDomainEvents, type DomainEvents } from '../kernel/domain-events.ts'
import { createLostNodeFollowUp } from '../kernel/lost-node.ts'
import { createMinuteLog } from '../kernel/minute-log.ts'
import { createSharedUsage } from '../kernel/shared-usage.ts'
import { type InTransaction, openTransactions } from '../kernel/work.ts'
import type { Clock } from '../ports/clock.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Ports, ProductJobs } from '../ports/ports.ts'
import { beforeCommit } from './background.ts'
import { productQueues } from './queues.ts'

export type CoreOptions = {
  config: Config
  log: Logger
  /** The clock of the database by default. */
  clock?: Clock
  /** Folder of the migrations; the product's own by default. Tests pass those of a later release. */
  migrationsFolder?: string
}

/** Migrates past a pooler, which may end long statements. */
const migrate = async (database: Database, { config, log, migrationsFolder }: CoreOptions): Promise<void> => {
  const options = { log, ...(migrationsFolder && { folder: migrationsFolder }) }
  if (config.databaseListenUrl === undefined) return migrateDatabase(database, options)
  const direct = await openDatabase({
    databaseUrl: config.databaseListenUrl,
    databaseTls: config.databaseTls,
    dataDir: config.dataDir,
    log,
  })
  await migrateDatabase(direct, options).finally(() => direct.close())
}

const openStorage = async (options: CoreOptions) => {
  const { config, log, clock: providedClock } = options
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    listenUrl: config.databaseListenUrl,
    databaseTls: config.databaseTls,
    poolSize: config.databasePool,
    dataDir: config.dataDir,
    log,
  })
  if (config.databaseUrl) await checkPooler(database)
  await migrate(database, options)
  const clock = providedClock
    ? { now: () => providedClock.now(), machineAheadMs: () => 0, stop: () => undefined }
    : await openDatabaseClock(database.pool, log)
  const jobs: Jobs<ProductJobs> = await openJobs<ProductJobs>({
    database,
    log,
    queues: productQueues,
  })
  return { database, clock, jobs, files: await openFiles(config, log) }
}

const openDeviceLink = async ({ config, log }: CoreOptions, secrets: Secrets, nodeId: string) => {
  const broker = config.mqttUrl
    ? null
    : await openEmbeddedBroker({
        port: config.mqttPort,
        host: config.host,
        factoryKey: secrets.unitFactoryKey,
        platformPassword: secrets.mqttPassword,
        tls: config.mqttTls,
        holdUnits: true,
        log,
      })
  const mqttUrl = config.mqttUrl ?? broker?.localUrl ?? ''
  let refusedLogins = 0
  const refusals = createMinuteLog(log, 'the MQTT broker refused logins')
  const platformMqttUrl = config.mqttUrl ?? `mqtt://127.0.0.1:${broker?.platformPort}`
  const link = openMqttLink({
    url: platformMqttUrl,
    username: 'platform',
    password: secrets.mqttPassword,
    tls: config.mqttLinkTls,
    log,
    busFilters: busFilters(nodeId),
    // The built-in broker serves a single node, and refuses wills of the platform.
    ...(config.mqttUrl && {
      sharesUnits: true,
      lastWill: { topic: lostNodeTopic, payload: nodeId },
      loginRefused: ({ address, name }) => {
        refusedLogins += 1
        refusals.add({ address }, name)
      },
    }),
  })
  /** Numbers of refused, delayed and dropped messages; of an external broker only refused logins. */
  const brokerCounts = (): Record<string, number> => broker?.counters() ?? { refusedLogins }
  return { broker, brokerCounts, link, mqttUrl, platformMqttUrl }
}

/** The base of the product: storage, connections to units and other nodes, and the ports for features. */
export type Core = Awaited<ReturnType<typeof openStorage>> &
  Awaited<ReturnType<typeof openDeviceLink>> & {
    nodeId: string
    ports: Ports
    hub: WatcherHub
    bus: Bus
    events: DomainEvents
    inTransaction: InTransaction
    inReadTransaction: InTransaction
    pulse: BrokerLatencyProbe
    sharedUse: ReturnType<typeof createSharedUsage>
    metrics: Metrics
  }

/** Opens the base of the product; nothing listens yet. */
export const openCore = async (options: CoreOptions, secrets: Secrets): Promise<Core> => {
  const { config, log } = options
  const nodeId = randomBytes(4).toString('hex')
  const events = createDomainEvents(log)
  const storage = await openStorage(options)
  const { clock, database } = storage
  const socketIds = createSocketIds(nodeId, secrets.authSecret)
  const hub = createWatcherHub(socketIds)
  const metrics = createMetrics()
  const deviceLink = await openDeviceLink(options, secrets, nodeId)
  const followUpLostNode = createLostNodeFollowUp(storage.jobs, log)
  const bus = createBus({
    nodeId,
    link: deviceLink.link,
    log,
    nodeLost: (lostNodeId) => {
      log.warn({ node: lostNodeId }, 'another node is lost')
      void followUpLostNode(lostNodeId)
    },
  })
  bus.receivesBroadcasts(({ audience, event, data }) => hub.deliver(audience, event, data))
  const outbound = guardedOutbound({ allowPrivate: config.privateReceivers })
  const ports: Ports = {
    clock,
    devices: { types: unitTypes },
    files: storage.files,
    fileLinks: createFileLinks(secrets.authSecret, clock),
    keyCipher: createKeyCipher(secrets.authSecret),
    timeStamps: await openTimeStamps(config, log),
    noticeLinks: createNoticeLinks(secrets.authSecret),
    places: openPlaces(),
    codeSeal: createCodeSeal(secrets.authSecret),
    deviceKeys: createDeviceKeys(secrets.authSecret),
    jobs: storage.jobs,
    mail: createMailOutbox(storage.jobs, clock),
    push: openWebPush({ secret: secrets.authSecret, supportEmail: config.supportEmail, outbound }),
    outbound,
    webhookCipher: createWebhookCipher(secrets.authSecret),
    watchers: createWatchers(socketIds, hub, bus),
    meters: metrics.meters,
    settings: {
      publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
      supportEmail: config.supportEmail,
      supportPhone: config.supportPhone,
      enrolmentWindowS: config.enrolmentWindowS,
      filesQuotaMb: config.filesQuotaMb,
      roomsPerPlant: config.roomsPerPlant,
      restoreDays: config.restoreDays,
      mapTiles: config.mapTiles,
      limits: config.limits,
    },
  }
  const { publish } = deviceLink.link
  const transactions = openTransactions({
    db: database.db,
    log,
    ports,
    bus,
    beforeCommit: beforeCommit({ publish: (topic, payload) => publish(topic, payload), log }),
    publish: events.publish,
  })
  const latencyProbe = createBrokerLatencyProbe({ nodeId, publish, log })
  deviceLink.link.onMessage(async (message) => latencyProbe.receive(message))
  const sharedUse = createSharedUsage(nodeId, bus)
  return {
    ...storage,
    ...deviceLink,
    nodeId,
    ports,
    hub,
    bus,
    events,
    ...transactions,
    pulse: latencyProbe,
    sharedUse,
    metrics,
  }
}
