import { mkdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { openMarkFile } from '../adapters/database/mark-file.ts'
import type { Database } from '../adapters/database/open-database.ts'
import { outboxPageTransport, smtpTransport } from '../adapters/mail/smtp-transport.ts'
import { childDrawings } from '../adapters/pictures/child-drawings.ts'
import { wasmPictures } from '../adapters/pictures/wasm-pictures.ts'
import { typstTypesetter } from '../adapters/typesetting/typst-typesetter.ts'
import { secretsOf } from '../config/secrets.ts'
import { createCredentialWatch, recordOlderProtocol } from '../features/central-units/index.ts'
import { createRestoreWatch } from '../features/installation/index.ts'
import type { BackgroundParts } from '../kernel/background.ts'
import { createDeviceInbox, receiveUnitMessages } from '../kernel/device-inbox.ts'
import { createDispatcher, type Dispatch } from '../kernel/dispatch.ts'
import { startHistoryPruning } from '../kernel/history.ts'
import { createOfficeVisitRecorder } from '../kernel/office-visits.ts'
import { createReportRequester } from '../kernel/request-reports.ts'
import type { RunningTask } from '../kernel/run-task.ts'
import { createSecurityLog } from '../kernel/security-log.ts'
import type { InTransaction } from '../kernel/work.ts'
import type { Ports } from '../ports/ports.ts'
import type { Sessions } from '../ports/sessions.ts'
import { deviceFeatures, startBackground } from './background.ts'
import { type Core, type CoreOptions, openCore } from './core.ts'
import { openFront } from './front.ts'
import { callFeatures } from './handlers.ts'
import { historiesOf } from './histories.ts'
import { createMonitoring } from './monitoring.ts'

/** Options of the composition root: tests pass a clock, the demo its own routes. */
export type ProductOptions = CoreOptions & {
  /** Folder of the built web client; absent in tests of the server alone. */
  webRoot?: string
  checkOutput?: boolean
}

export type Product = {
  url: string
  mqttUrl: string
  /** MQTT address with the platform's own credentials. */
  platformMqttUrl: string
  /** Where metrics are served; null if they are not. */
  metricsUrl(): string | null
  unitFactoryKey: string
  database: Database
  ports: Ports
  dispatch: Dispatch
  hashPassword(password: string): Promise<string>
  app: FastifyInstance
  sessions: Sessions
  inTransaction: InTransaction
  listen(): Promise<void>
  /** Serves on without being ready, until balancers have noticed. The signal ends it early. */
  drain(signal?: AbortSignal): Promise<void>
  stop(): Promise<void>
}

type InboxHooks = { isRevoked(unit: string): boolean; requestReports(unit: string): void }

const openInbox = (core: Core, log: ProductOptions['log'], { isRevoked, requestReports }: InboxHooks) => {
  const inbox = createDeviceInbox({
    ...core,
    ...deviceFeatures,
    log,
    publish: (topic, payload) => core.link.publish(topic, payload),
    isTimely: core.pulse.isTimely,
    isRevoked,
    counters: core.metrics.inbox,
  })
  receiveUnitMessages(core.link, inbox, requestReports)
  return inbox
}

/** First checks whether the database was restored: nothing is served or ingested before. */
const watchRestores = async ({ config, log }: ProductOptions, { nodeId, inTransaction }: Core) => {
  const restoreWatch = createRestoreWatch({ nodeId, inTransaction, markFile: openMarkFile(config.dataDir), log })
  await restoreWatch.begin()
  return {
    start: restoreWatch.start,
    stop: () => restoreWatch.stop().catch((error: unknown) => log.warn({ err: error }, 'stop time not saved')),
  }
}

type WorkConnections = Pick<BackgroundParts, 'publish' | 'requestReports' | 'typesetter' | 'pictures' | 'drawings'>

const startWork = ({ config, log }: ProductOptions, core: Core, connections: WorkConnections): Promise<RunningTask> => {
  const parts: BackgroundParts = {
    ports: core.ports,
    log,
    db: core.database.db,
    inTransaction: core.inTransaction,
    transport: config.smtpUrl ? smtpTransport(config.smtpUrl, config.mailFrom) : outboxPageTransport,
    ...connections,
  }
  return startBackground(parts, core.events)
}

/** A stopping node is not ready at once, but serves on until balancers notice. */
const createDeparture = (drainSeconds: number) => {
  let isLeaving = false
  return {
    isLeaving: () => isLeaving,
    async drain(signal?: AbortSignal): Promise<void> {
      isLeaving = true
      await delay(drainSeconds * 1000, undefined, signal && { signal }).catch(() => undefined)
    },
  }
}

/** Opens and connects everything: the only place with an adapter behind each port. */
export const openProduct = async (options: ProductOptions): Promise<Product> => {
  const { config, log } = options
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const secrets = secretsOf(config)
  const core = await openCore(options, secrets)
  const { ports, database, jobs, link, broker, hub, pulse: latencyProbe, sharedUse, inTransaction } = core
  const restoreWatch = await watchRestores(options, core)
  const publish = (topic: string, payload: string) => link.publish(topic, payload)
  const askForReports = createReportRequester({ types: ports.devices.types, publish, now: ports.clock.now, log })
  const credentials = createCredentialWatch({
    db: database.db,
    log,
    found: (changed) => broker?.setCredentials(changed),
  })
  broker?.onOlderProtocol((unit) => {
    log.warn({ unit }, 'a unit speaks an older protocol')
    inTransaction((work) => recordOlderProtocol(work, unit)).catch((err: unknown) =>
      log.error({ err, unit }, 'not noted'),
    )
  })
  const inbox = openInbox(core, log, { isRevoked: credentials.isRevoked, requestReports: askForReports })
  const security = createSecurityLog({ db: database.db, now: ports.clock.now, log })
  const dispatch = createDispatcher({
    ...callFeatures,
    ports,
    db: database.db,
    inTransaction,
    inReadTransaction: core.inReadTransaction,
    security,
    recordOfficeVisit: createOfficeVisitRecorder({ db: database.db, ports }),
    sharedUse,
    checkOutput: options.checkOutput ?? false,
  })
  const { authSecret } = secrets
  const workerPorts = { typesetter: typstTypesetter(), pictures: wasmPictures(), drawings: childDrawings() }
  const { isLeaving, drain } = createDeparture(config.drainSeconds)
  const frontParts = { ...options, ...core, ...workerPorts, dispatch, security, authSecret, isLeaving }
  const { app, sessions, service, hashPassword } = await openFront(frontParts)
  const monitoring = createMonitoring(options, core, { inbox, calls: service })
  let background: RunningTask | null = null

  return {
    url: ports.settings.publicUrl,
    mqttUrl: core.mqttUrl,
    platformMqttUrl: core.platformMqttUrl,
    metricsUrl: monitoring.url,
    unitFactoryKey: secrets.unitFactoryKey,
    database,
    ports,
    dispatch,
    hashPassword,
    app,
    sessions,
    inTransaction,
    async listen() {
      await link.connect()
      latencyProbe.start()
      sharedUse.start()
      await credentials.start()
      broker?.admitUnits()
      const histories = historiesOf(config.retentionMonths, config.restoreDays)
      await startHistoryPruning({ jobs, inTransaction, clock: ports.clock, log, histories })
      background = await startWork(options, core, { publish, requestReports: askForReports, ...workerPorts })
      restoreWatch.start(askForReports)
      security.start()
      await monitoring.listen()
      await app.listen({ port: config.port, host: config.host })
    },
    drain,
    async stop() {
      hub.closeAll()
      await app.close()
      await security.stop()
      await credentials.stop()
      latencyProbe.stop()
      sharedUse.stop()
      await link.leave().catch((error: unknown) => log.warn({ err: error }, 'left with unfinished messages'))
      await background?.stop()
      await jobs.stop()
      await link.close()
      await inbox.stop()
      await broker?.close()
      await monitoring.close()
      core.clock.stop()
      await restoreWatch.stop()
      await database.close()
    },
  }
}
