import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { parseUpTopic } from '@vigilux/device-plane/topics.ts'
import type { Logger } from 'pino'
import { openEmbeddedBroker } from './adapters/broker/embedded-broker.ts'
import { openMqttLink } from './adapters/broker/mqtt-link.ts'
import { migrateDatabase } from './adapters/database/migrate.ts'
import { type Database, openDatabase } from './adapters/database/open-database.ts'
import { folderFiles } from './adapters/files/folder-files.ts'
import { registerApi } from './adapters/http/api-routes.ts'
import { registerAuth } from './adapters/http/auth-routes.ts'
import { registerFiles } from './adapters/http/file-routes.ts'
import { readinessOf, registerHealth } from './adapters/http/health-routes.ts'
import { createHttpServer } from './adapters/http/http-server.ts'
import { registerStatic } from './adapters/http/static-routes.ts'
import { openAttempts } from './adapters/identity/attempts.ts'
import { openIdentity } from './adapters/identity/identity.ts'
import { openJobs } from './adapters/jobs/open-jobs.ts'
import { outboxPageTransport, smtpTransport } from './adapters/mail/smtp-transport.ts'
import { createMetrics, type Metrics } from './adapters/metrics.ts'
import { registerRealtime } from './adapters/realtime/realtime-routes.ts'
import { createWatcherHub, type WatcherHub } from './adapters/realtime/watcher-hub.ts'
import { typstTypesetter } from './adapters/typesetting/typst-typesetter.ts'
import { commandListeners, deviceListeners } from './background.ts'
import type { Config } from './config.ts'
import {
  accountTable,
  createAccountFlows,
  findCaller,
  languageOf,
  sessionTable,
  userTable,
  verificationTable,
} from './features/accounts/index.ts'
import { announceUnit, connectedUnits, noticeSilence } from './features/central-units/index.ts'
import { createCommandSender } from './features/commands/index.ts'
import { findRole } from './features/members/index.ts'
import { createMailOutbox, startMailSender } from './features/notifications/index.ts'
import { createFigureKeeper } from './features/overview/index.ts'
import { findReportFile, startReportMaker } from './features/reports/index.ts'
import { handlers } from './handlers.ts'
import { type Announcement, collectAnnouncements } from './kernel/announce.ts'
import { createReportAsker } from './kernel/ask-for-reports.ts'
import { isBusTopic, readAnnouncement, sendAnnouncements } from './kernel/bus.ts'
import { createDeviceInbox } from './kernel/device-inbox.ts'
import { createDispatcher, type Dispatch } from './kernel/dispatch.ts'
import { repeat } from './kernel/repeat.ts'
import { inTransaction as inTransactionOf, type Tx } from './kernel/transaction.ts'
import type { AccountFlows } from './ports/account-flows.ts'
import type { Clock } from './ports/clock.ts'
import type { Jobs } from './ports/jobs.ts'
import type { Ports, ProductJobs } from './ports/ports.ts'
import type { Sessions } from './ports/sessions.ts'
import { type Secrets, secretsOf } from './secrets.ts'

/** What a caller of the composition root may bring along: tests a clock, the demo its own routes. */
export type ProductOptions = {
  config: Config
  log: Logger
  clock?: Clock
  /** Folder of the built web client; none in tests of the server alone. */
  webRoot?: string
  checkOutput?: boolean
}

export type Product = {
  url: string
  mqttUrl: string
  unitFactoryKey: string
  database: Database
  ports: Ports
  dispatch: Dispatch
  hashPassword(password: string): Promise<string>
  app: Awaited<ReturnType<typeof createHttpServer>>
  inTransaction: InTransaction
  deliver(announcements: Announcement[]): void
  listen(): Promise<void>
  stop(): Promise<void>
}

type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

const silenceCheckMs = 5_000

const openStorage = async ({ config, log }: ProductOptions) => {
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log })
  await migrateDatabase(database, { log })
  const jobs: Jobs<ProductJobs> = await openJobs<ProductJobs>({
    database,
    log,
    pollSeconds: 0.5,
    queues: { 'mail.send': { retryLimit: 50 }, 'report.make': { retryLimit: 2, retryDelaySeconds: 2 } },
  })
  const inTransaction: InTransaction = (work) => inTransactionOf(database.db, work, { log })
  return { database, jobs, inTransaction, files: folderFiles(join(config.dataDir, 'files')) }
}

const openDeviceLink = async ({ config, log }: ProductOptions, secrets: Secrets) => {
  const broker = config.mqttUrl
    ? null
    : await openEmbeddedBroker({
        port: config.mqttPort,
        host: config.host,
        factoryKey: secrets.unitFactoryKey,
        platformPassword: secrets.mqttPassword,
        holdUnits: true,
        log,
      })
  const mqttUrl = config.mqttUrl ?? `mqtt://127.0.0.1:${broker?.port}`
  const link = openMqttLink({ url: mqttUrl, username: 'platform', password: secrets.mqttPassword, log })
  return { broker, link, mqttUrl }
}

type Core = Awaited<ReturnType<typeof openStorage>> &
  Awaited<ReturnType<typeof openDeviceLink>> & { ports: Ports; hub: WatcherHub; metrics: Metrics }

/** What runs by itself: the way in from units, the way out to them, and the figures that follow from both. */
const joinBackground = ({ log }: ProductOptions, core: Core) => {
  const { link, ports, inTransaction, hub, metrics } = core
  const publish = (topic: string, payload: string) => link.publish(topic, payload)
  const deliver = (announcements: Announcement[]): void => {
    if (announcements.length === 0) return
    sendAnnouncements(link, announcements, log)
    figures.heed(announcements)
    if (announcements.some(({ event }) => event === 'response')) sender.wake()
  }
  const figures = createFigureKeeper({ inTransaction, deliver, now: ports.clock.now, log })
  const common = { ports, log, inTransaction, deliver, publish }
  const sender = createCommandSender({
    ...common,
    listeners: commandListeners,
    connectedUnits,
    workEnded: announceUnit(ports.clock),
  })
  const askForReports = createReportAsker({ types: ports.devices.types, publish, log })
  const inbox = createDeviceInbox({ ...common, listeners: deviceListeners, counters: metrics.inbox })
  link.onMessage(async (message) => {
    if (!isBusTopic(message.topic)) {
      await inbox.accept(message.topic, message.payload, message.retained)
      const heard = message.retained ? parseUpTopic(message.topic) : null
      if (heard?.channel === 'online') askForReports(heard.unit)
      return
    }
    const announcement = readAnnouncement(message)
    if (announcement) hub.deliver(announcement.audience, announcement.event, announcement.data)
  })
  const silence = repeat(silenceCheckMs, log, async () => {
    const { announce, collected } = collectAnnouncements()
    await inTransaction((tx) => {
      collected.length = 0
      return noticeSilence(tx, announce, ports.clock.now())
    })
    metrics.setBrowsers(hub.size())
    deliver(collected)
  })
  return { deliver, figures, sender, inbox, silence }
}

/** Who people are: the identity library, sessions, and the flows around them. */
const joinAccounts = (core: Core, authSecret: string, deliver: (announcements: Announcement[]) => void) => {
  const { ports, database, inTransaction } = core
  const identity = openIdentity({
    db: database.db,
    tables: { user: userTable, session: sessionTable, account: accountTable, verification: verificationTable },
    secret: authSecret,
    publicUrl: ports.settings.publicUrl,
    mailCode: (email, code, purpose) =>
      inTransaction(async (tx) => {
        const template = purpose === 'verification' ? 'verificationCode' : 'passwordReset'
        await ports.mail.send(tx, { to: email, language: await languageOf(tx, email), template, values: { code } })
      }),
  })
  const sessions: Sessions = {
    async find(headers) {
      const session = await identity.findSession(headers)
      return session ? findCaller(database.db, session.userId, session.sessionId) : null
    },
  }
  const attempts = openAttempts(database.pool, 'attempt')
  const flows = createAccountFlows({
    identity,
    attempts,
    clock: ports.clock,
    db: database.db,
    inTransaction,
    sessionsEnded: (user) => deliver([{ audience: { user }, event: 'sessionsEnded', data: { userid: user } }]),
  })
  return { identity, sessions, flows }
}

const joinHttp = async (
  { config, log, webRoot }: ProductOptions,
  core: Core,
  { sessions, flows, dispatch }: { sessions: Sessions; flows: AccountFlows; dispatch: Dispatch },
) => {
  const { ports, database, hub, metrics } = core
  const { publicUrl } = ports.settings
  const app = await createHttpServer({ log, publicUrl, trustProxy: config.trustProxy })
  registerApi(app, { dispatch, sessions, measure: metrics.measureCall })
  registerAuth(app, flows, sessions)
  registerRealtime(app, { dispatch, sessions, hub, publicUrl, log })
  registerFiles(app, sessions, async (caller, plantId, name) =>
    (await findRole(database.db, caller, plantId)) ? findReportFile(database.db, ports.files, plantId, name) : null,
  )
  registerHealth(app, readinessOf(core), metrics.registry)
  if (webRoot) await registerStatic(app, webRoot)
  return app
}

const openCore = async (options: ProductOptions, secrets: Secrets): Promise<Core> => {
  const { config } = options
  const clock: Clock = options.clock ?? { now: () => new Date() }
  const storage = await openStorage(options)
  const hub = createWatcherHub()
  const ports: Ports = {
    clock,
    devices: { types: unitTypes },
    files: storage.files,
    jobs: storage.jobs,
    mail: createMailOutbox(storage.jobs, clock),
    watchers: hub,
    settings: {
      publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
      supportEmail: config.supportEmail,
      supportPhone: config.supportPhone,
      enrolmentWindowS: config.enrolmentWindowS,
    },
  }
  return { ...storage, ...(await openDeviceLink(options, secrets)), ports, hub, metrics: createMetrics() }
}

/** Opens everything and joins it together: the one place that knows what stands behind each port. */
export const openProduct = async (options: ProductOptions): Promise<Product> => {
  const { config } = options
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const secrets = secretsOf(config)
  const core = await openCore(options, secrets)
  const { ports, database, jobs, link, broker, hub, inTransaction } = core
  const { deliver, figures, sender, inbox, silence } = joinBackground(options, core)
  const { identity, sessions, flows } = joinAccounts(core, secrets.authSecret, deliver)
  const dispatch = createDispatcher({
    handlers,
    ports,
    db: database.db,
    inTransaction,
    findRole,
    deliver,
    checkOutput: options.checkOutput ?? false,
  })
  const app = await joinHttp(options, core, { sessions, flows, dispatch })

  return {
    url: ports.settings.publicUrl,
    mqttUrl: core.mqttUrl,
    unitFactoryKey: secrets.unitFactoryKey,
    database,
    ports,
    dispatch,
    hashPassword: identity.hashPassword,
    app,
    inTransaction,
    deliver,
    async listen() {
      await link.connect()
      broker?.admitUnits()
      const { clock, files } = ports
      const transport = config.smtpUrl ? smtpTransport(config.smtpUrl, config.mailFrom) : outboxPageTransport
      await startMailSender({ jobs, db: database.db, clock, transport })
      await startReportMaker({
        jobs,
        db: database.db,
        files,
        inTransaction,
        deliver,
        clock,
        typesetter: typstTypesetter(),
      })
      sender.start()
      await figures.start()
      silence.start()
      await app.listen({ port: config.port, host: config.host })
    },
    async stop() {
      hub.closeAll()
      await app.close()
      await silence.stop()
      await sender.stop()
      await jobs.stop()
      await link.close()
      await inbox.stop()
      await figures.stop()
      await broker?.close()
      await database.close()
    },
  }
}
