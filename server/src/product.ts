import { mkdirSync } from 'node:fs'
import { parseUpTopic } from '@vigilux/device-plane/topics.ts'
import type { Database } from './adapters/database/open-database.ts'
import { registerApi } from './adapters/http/api-routes.ts'
import { registerAuth } from './adapters/http/auth-routes.ts'
import { registerFiles } from './adapters/http/file-routes.ts'
import { readinessOf, registerHealth } from './adapters/http/health-routes.ts'
import { createHttpServer } from './adapters/http/http-server.ts'
import { registerStatic } from './adapters/http/static-routes.ts'
import { openAttempts } from './adapters/identity/attempts.ts'
import { openIdentity } from './adapters/identity/identity.ts'
import { outboxPageTransport, smtpTransport } from './adapters/mail/smtp-transport.ts'
import { registerRealtime } from './adapters/realtime/realtime-routes.ts'
import { typstTypesetter } from './adapters/typesetting/typst-typesetter.ts'
import { commandListeners, deviceListeners } from './background.ts'
import { type Core, type CoreOptions, type InTransaction, openCore } from './core.ts'
import {
  accountTable,
  createAccountFlows,
  findCaller,
  languageOf,
  sessionTable,
  userTable,
  verificationTable,
} from './features/accounts/index.ts'
import {
  allConnectedUnits,
  announceUnit,
  connectedUnits,
  noticeSilence,
  unitRegister,
} from './features/central-units/index.ts'
import { createCommandSender } from './features/commands/index.ts'
import { findRole } from './features/members/index.ts'
import { startMailSender } from './features/notifications/index.ts'
import { createFigureKeeper } from './features/overview/index.ts'
import { findReportFile, startReportMaker } from './features/reports/index.ts'
import { handlers } from './handlers.ts'
import { type Announcement, collectAnnouncements } from './kernel/announce.ts'
import { createReportAsker } from './kernel/ask-for-reports.ts'
import { isBusTopic } from './kernel/bus.ts'
import { createDeviceInbox } from './kernel/device-inbox.ts'
import { createDispatcher, type Dispatch } from './kernel/dispatch.ts'
import { repeat } from './kernel/repeat.ts'
import type { AccountFlows } from './ports/account-flows.ts'
import type { Ports } from './ports/ports.ts'
import type { Sessions } from './ports/sessions.ts'
import { secretsOf } from './secrets.ts'

/** What a caller of the composition root may bring along: tests a clock, the demo its own routes. */
export type ProductOptions = CoreOptions & {
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

const silenceCheckMs = 5_000

/** What runs by itself: the way in from units, the way out to them, and the figures that follow from both. */
const joinBackground = ({ log }: ProductOptions, core: Core) => {
  const { link, ports, inTransaction, bus, metrics, hub } = core
  const publish = (topic: string, payload: string) => link.publish(topic, payload)
  const deliver = (announcements: Announcement[]): void => {
    if (announcements.length === 0) return
    bus.announce(announcements)
    if (announcements.some(({ event }) => event !== 'plantCounts')) figures.wake()
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
  const inbox = createDeviceInbox({
    ...common,
    register: unitRegister,
    listeners: deviceListeners,
    counters: metrics.inbox,
  })
  link.onMessage(async (message) => {
    if (isBusTopic(message.topic)) return bus.take(message)
    await inbox.accept(message.topic, message.payload, message.retained)
    const heard = message.retained ? parseUpTopic(message.topic) : null
    if (heard?.channel === 'online') askForReports(heard.unit)
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
  return { deliver, figures, sender, inbox, silence, askForReports }
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

/** Opens everything and joins it together: the one place that knows what stands behind each port. */
export const openProduct = async (options: ProductOptions): Promise<Product> => {
  const { config } = options
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const secrets = secretsOf(config)
  const core = await openCore(options, secrets)
  const { ports, database, jobs, link, broker, hub, inTransaction } = core
  const { deliver, figures, sender, inbox, silence, askForReports } = joinBackground(options, core)
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
      await jobs.work('units.askReports', async () => {
        for (const unit of await allConnectedUnits(database.db)) askForReports(unit)
      })
      sender.start()
      figures.start()
      silence.start()
      await app.listen({ port: config.port, host: config.host })
    },
    async stop() {
      hub.closeAll()
      await app.close()
      await silence.stop()
      await link.leave().catch((error: unknown) => options.log.warn({ err: error }, 'left without settling everything'))
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
