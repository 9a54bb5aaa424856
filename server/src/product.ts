import { mkdirSync } from 'node:fs'
import { parseUpTopic } from '@vigilux/device-plane/topics.ts'
import type { FastifyInstance } from 'fastify'
import type { Database } from './adapters/database/open-database.ts'
import { outboxPageTransport, smtpTransport } from './adapters/mail/smtp-transport.ts'
import { typstTypesetter } from './adapters/typesetting/typst-typesetter.ts'
import { commandListeners, deviceFeatures } from './background.ts'
import { type Core, type CoreOptions, openCore } from './core.ts'
import { allConnectedUnits, announceUnit, connectedUnits, watchUnits } from './features/central-units/index.ts'
import { createCommandSender, makesCommandsDue } from './features/commands/index.ts'
import { startFileSweeper } from './features/files/index.ts'
import { findRole, lockPlant } from './features/members/index.ts'
import { startMailSender } from './features/notifications/index.ts'
import { createFigureKeeper } from './features/overview/index.ts'
import { startReportMaker } from './features/reports/index.ts'
import { openFront } from './front.ts'
import { handlers } from './handlers.ts'
import { historiesOf } from './histories.ts'
import { type Announcement, announcedBy } from './kernel/announce.ts'
import { createReportAsker } from './kernel/ask-for-reports.ts'
import { isBusTopic } from './kernel/bus.ts'
import { createDeviceInbox } from './kernel/device-inbox.ts'
import { createDispatcher, type Dispatch } from './kernel/dispatch.ts'
import { startHistoryKeeper } from './kernel/history.ts'
import { repeat } from './kernel/repeat.ts'
import { createSecurityLog } from './kernel/security-log.ts'
import type { InTransaction } from './kernel/transaction.ts'
import type { Ports } from './ports/ports.ts'
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
  /** Where the platform itself logs in. */
  platformMqttUrl: string
  unitFactoryKey: string
  database: Database
  ports: Ports
  dispatch: Dispatch
  hashPassword(password: string): Promise<string>
  app: FastifyInstance
  inTransaction: InTransaction
  deliver(announcements: Announcement[]): void
  listen(): Promise<void>
  stop(): Promise<void>
}

const silenceCheckMs = 5_000

/** What runs by itself: the way in from units, the way out to them, and the figures that follow from both. */
const joinBackground = ({ log }: ProductOptions, core: Core) => {
  const { link, ports, inTransaction, bus, pulse, metrics, hub } = core
  const publish = (topic: string, payload: string) => link.publish(topic, payload)
  const deliver = (announcements: Announcement[]): void => {
    if (announcements.length === 0) return
    bus.announce(announcements)
    if (announcements.some(({ event }) => event !== 'plantCounts')) figures.wake()
    if (makesCommandsDue(announcements, ports.clock.now())) sender.wake()
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
    ...deviceFeatures,
    isPunctual: pulse.isPunctual,
    counters: metrics.inbox,
  })
  link.onMessage(async (message) => {
    if (message.topic === pulse.topic) return pulse.take(message)
    if (isBusTopic(message.topic)) return bus.take(message)
    await inbox.accept(message.topic, message.payload, message.retained)
    const received = message.retained ? parseUpTopic(message.topic) : null
    if (received?.channel === 'online') askForReports(received.unit)
  })
  const silence = repeat(silenceCheckMs, log, async () => {
    deliver(await announcedBy(inTransaction, (tx, announce) => watchUnits({ tx, announce, now: ports.clock.now() })))
    metrics.setBrowsers(hub.size())
  })
  return { deliver, figures, sender, inbox, silence, askForReports }
}

/** Opens everything and joins it together: the one place that knows what stands behind each port. */
export const openProduct = async (options: ProductOptions): Promise<Product> => {
  const { config } = options
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const secrets = secretsOf(config)
  const core = await openCore(options, secrets)
  const { ports, database, jobs, link, broker, hub, pulse, sharedUse, inTransaction } = core
  const { deliver, figures, sender, inbox, silence, askForReports } = joinBackground(options, core)
  const security = createSecurityLog({ db: database.db, now: ports.clock.now, log: options.log })
  const dispatch = createDispatcher({
    handlers,
    ports,
    db: database.db,
    inTransaction,
    inReadTransaction: core.inReadTransaction,
    findRole,
    lockPlant,
    deliver,
    security,
    sharedUse,
    checkOutput: options.checkOutput ?? false,
  })
  const { authSecret } = secrets
  const { app, hashPassword } = await openFront({ ...options, ...core, deliver, dispatch, security, authSecret })

  return {
    url: ports.settings.publicUrl,
    mqttUrl: core.mqttUrl,
    platformMqttUrl: core.platformMqttUrl,
    unitFactoryKey: secrets.unitFactoryKey,
    database,
    ports,
    dispatch,
    hashPassword,
    app,
    inTransaction,
    deliver,
    async listen() {
      await link.connect()
      pulse.start()
      sharedUse.start()
      broker?.admitUnits()
      const { clock, files } = ports
      const transport = config.smtpUrl ? smtpTransport(config.smtpUrl, config.mailFrom) : outboxPageTransport
      await startMailSender({ jobs, db: database.db, clock, transport })
      await startReportMaker({
        jobs,
        db: database.db,
        files,
        quotaMb: ports.settings.filesQuotaMb,
        inTransaction,
        deliver,
        clock,
        typesetter: typstTypesetter(),
      })
      const histories = historiesOf(config.keepMonths)
      await startHistoryKeeper({ jobs, inTransaction, clock, log: options.log, histories })
      await startFileSweeper({ jobs, db: database.db, files, clock, log: options.log })
      await jobs.work('units.askReports', async () => {
        for (const unit of await allConnectedUnits(database.db)) askForReports(unit)
      })
      sender.start()
      figures.start()
      silence.start()
      security.start()
      await app.listen({ port: config.port, host: config.host })
    },
    async stop() {
      hub.closeAll()
      await app.close()
      await silence.stop()
      await security.stop()
      pulse.stop()
      sharedUse.stop()
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
