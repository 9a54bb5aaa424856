import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { laneLimits } from '../adapters/database/connection-lanes.ts'
import type { Database } from '../adapters/database/open-database.ts'
import { admitRequests } from '../adapters/http/admit-requests.ts'
import { registerApi } from '../adapters/http/api-routes.ts'
import { registerAuth } from '../adapters/http/auth-routes.ts'
import { registerCalendars } from '../adapters/http/calendar-routes.ts'
import { registerDocs } from '../adapters/http/docs-routes.ts'
import { registerFiles } from '../adapters/http/file-routes.ts'
import { registerGeneratedFiles } from '../adapters/http/generated-file-routes.ts'
import { readinessOf, registerHealth } from '../adapters/http/health-routes.ts'
import { createHttpServer } from '../adapters/http/http-server.ts'
import { registerManuals } from '../adapters/http/manual-routes.ts'
import { registerPictures } from '../adapters/http/picture-routes.ts'
import { registerStatic } from '../adapters/http/static-routes.ts'
import { createUnsentResponses } from '../adapters/http/unsent-responses.ts'
import { registerUnsubscribe } from '../adapters/http/unsubscribe-routes.ts'
import { registerUploads } from '../adapters/http/upload-routes.ts'
import { registerVerifier } from '../adapters/http/verifier-routes.ts'
import { openAttempts } from '../adapters/identity/attempts.ts'
import { openCompanyProvider } from '../adapters/identity/company-provider.ts'
import { openIdentity } from '../adapters/identity/identity.ts'
import { createSessions } from '../adapters/identity/sessions.ts'
import { combineSessions, createTokenSessions } from '../adapters/identity/token-sessions.ts'
import type { Metrics } from '../adapters/metrics.ts'
import { registerRealtime } from '../adapters/realtime/realtime-routes.ts'
import type { WatcherHub } from '../adapters/realtime/watcher-hub.ts'
import type { Config } from '../config/config.ts'
import { createTokenCallerFinder, hashOfToken } from '../features/access-tokens/index.ts'
import {
  accountTable,
  companyCipherPurpose,
  createAccountFlows,
  createCompanyFlows,
  findLanguage,
  findSignedIn,
  openChallenges,
  openMailedCodes,
  replacePasswordHash,
  sessionTable,
  userTable,
  verificationTable,
} from '../features/accounts/index.ts'
import { createManualFinder } from '../features/catalogue/index.ts'
import { createSharedFileFinder } from '../features/compliance/index.ts'
import { createFileFinder, createUploadReceiver } from '../features/files/index.ts'
import { createExportFinder, verifierScript } from '../features/logbook/index.ts'
import { findLogbookRole } from '../features/members/index.ts'
import { createUnsubscriber } from '../features/notices/index.ts'
import { createPictureFinder } from '../features/pictures/index.ts'
import { plantExportFiles } from '../features/plant-archive/index.ts'
import { reportFiles } from '../features/reports/index.ts'
import { createCalendarFinder } from '../features/test-calendar/index.ts'
import type { Bus } from '../kernel/bus.ts'
import { openCipher } from '../kernel/cipher.ts'
import type { Dispatch } from '../kernel/dispatch.ts'
import { type CallService, openCallEntry } from '../kernel/incoming-calls.ts'
import { maxUnsentBytes, queueLimits } from '../kernel/limits.ts'
import type { SecurityLog } from '../kernel/security-log.ts'
import type { SharedUsage } from '../kernel/shared-usage.ts'
import type { InTransaction } from '../kernel/work.ts'
import type { Pictures } from '../ports/pictures.ts'
import type { Ports } from '../ports/ports.ts'
import type { Sessions } from '../ports/sessions.ts'
import type { Typesetter } from '../ports/typesetter.ts'
import { uploadKindsOf } from './uploads.ts'

/** Parts of the product for people. */
export type FrontParts = {
  config: Config
  log: Logger
  webRoot?: string
  authSecret: string
  ports: Ports
  database: Database
  clock: { machineAheadMs(): number }
  isLeaving(): boolean
  link: { isConnected(): boolean }
  hub: WatcherHub
  bus: Pick<Bus, 'broadcast' | 'receives'>
  sharedUse: SharedUsage
  metrics: Metrics
  dispatch: Dispatch
  security: Pick<SecurityLog, 'add'>
  inTransaction: InTransaction
  typesetter: Typesetter
  pictures: Pictures
}

/** Accounts: the identity library, sessions, and the flows around them. */
const joinAccounts = ({ ports, database, inTransaction, authSecret, hub, bus, security, log }: FrontParts) => {
  const { publicUrl } = ports.settings
  const identity = openIdentity({
    codeMinutes: ports.settings.limits.codeMinutes,
    db: database.db,
    tables: { user: userTable, session: sessionTable, account: accountTable, verification: verificationTable },
    secret: authSecret,
    publicUrl,
    mailCode: (email, code, purpose) =>
      inTransaction(async ({ tx }) => {
        const template = purpose === 'verification' ? 'verificationCode' : 'passwordReset'
        await ports.mail.send(tx, { to: email, language: await findLanguage(tx, email), template, values: { code } })
      }),
    replaceHash: (old, renewed) => replacePasswordHash(database.db, old, renewed),
  })
  const cookies = createSessions({
    findSession: identity.findSession,
    findSignedIn: (userId, sessionId) => findSignedIn(database.db, userId, sessionId),
  })
  const findCaller = createTokenCallerFinder({ db: database.db, clock: ports.clock, log })
  const sessions = combineSessions(cookies, createTokenSessions({ hashOf: hashOfToken, findCaller }))
  const forgetSessions = (userId: string): void => {
    sessions.forget(userId)
    hub.recheck(userId)
  }
  bus.receives('sessionsEnded', (_, userId) => void (typeof userId === 'string' && forgetSessions(userId)))
  const flowParts = {
    identity,
    attempts: openAttempts(database.pool, 'attempt'),
    clock: ports.clock,
    security,
    jobs: ports.jobs,
    db: database.db,
    inTransaction,
    isSecure: publicUrl.startsWith('https:'),
    sessionsEnded: (userId: string) => {
      forgetSessions(userId)
      bus.broadcast('sessionsEnded', userId)
    },
    mail: ports.mail,
    cipher: openCipher(authSecret, 'vigilux second factors'),
    challenges: openChallenges(authSecret),
    mailedCodes: openMailedCodes(authSecret),
    codeMinutes: ports.settings.limits.codeMinutes,
    publicUrl,
    companyProvider: openCompanyProvider({ publicUrl, log }),
    companyCipher: openCipher(authSecret, companyCipherPurpose),
  }
  const { comeBack: finishCompanySignIn } = createCompanyFlows(flowParts)
  return { identity, sessions, flows: createAccountFlows(flowParts), comeBack: finishCompanySignIn }
}

/**
 * The program for reading time stamps, from the build of the web client. Without a web client the verifier reports its
 * absence.
 */
const timeStampReader = async (webRoot: string | undefined): Promise<string | null> =>
  webRoot ? readFile(join(webRoot, 'verify/time-stamps.js'), 'utf8') : null

/** Opens accounts, the HTTP server and the realtime channel. It does not listen yet. */
export const openFront = async (
  parts: FrontParts,
): Promise<{
  app: FastifyInstance
  sessions: Sessions
  service: CallService
  hashPassword(password: string): Promise<string>
}> => {
  const { config, log, ports, hub, metrics, dispatch, webRoot, security, sharedUse } = parts
  const { publicUrl } = ports.settings
  const { identity, sessions, flows, comeBack: finishCompanySignIn } = joinAccounts(parts)
  const frontDoor = openCallEntry({
    dispatch,
    sessions,
    sharedUse,
    log,
    slowPlaces: laneLimits(config.databasePool).call - queueLimits.places,
    measure: metrics.measureCall,
    refused: ({ kind: action, account: userId, address }) => {
      metrics.countRefused(action)
      security.add({ kind: 'TOO_MANY_REQUESTS', userId, address, action, plantId: null })
    },
  })
  const isDemo = config.mode === 'demo'
  const admitRequest = admitRequests(frontDoor.admission, sessions)
  const app = await createHttpServer({
    log,
    publicUrl,
    isDemo,
    trustProxy: config.trustProxy,
    admit: admitRequest,
    isLeaving: parts.isLeaving,
    tilesUrl: ports.settings.mapTiles?.url,
  })
  const unsentResponses = createUnsentResponses(maxUnsentBytes)
  registerApi(app, { ...frontDoor, sessions, unsent: unsentResponses })
  registerAuth(app, { flows, sessions, comeBack: finishCompanySignIn })
  registerRealtime(app, { ...frontDoor, sessions, hub, publicUrl, isDemo, log })
  const findFile = createFileFinder({ ports, db: parts.database.db, guards: { ...reportFiles, ...plantExportFiles } })
  const findSharedFile = createSharedFileFinder({ ports, db: parts.database.db })
  registerFiles(app, { ...frontDoor, sessions, unsent: unsentResponses, findFile, findSharedFile })
  const findMade = createExportFinder({ ...parts, db: parts.database.db, findRole: findLogbookRole })
  registerGeneratedFiles(app, { ...frontDoor, sessions, unsent: unsentResponses, findGenerated: findMade })
  const verifier = { authorities: ports.timeStamps.trusted, reader: await timeStampReader(webRoot) }
  registerVerifier(app, {
    ...frontDoor,
    unsent: unsentResponses,
    verifierScript: () => verifierScript(parts.database.db, verifier),
  })
  const findManual = createManualFinder({ ...parts, db: parts.database.db, files: ports.files })
  registerManuals(app, { ...frontDoor, unsent: unsentResponses, findManual })
  const findCalendar = createCalendarFinder({ ports, db: parts.database.db })
  registerCalendars(app, { ...frontDoor, unsent: unsentResponses, findCalendar })
  registerUnsubscribe(app, { ...frontDoor, unsubscribe: createUnsubscriber(parts) })
  const uploads = { ...parts, db: parts.database.db }
  const findUpload = createUploadReceiver({ ...uploads, kinds: uploadKindsOf(uploads) })
  await registerUploads(app, { ...frontDoor, sessions, findUpload })
  registerPictures(app, {
    ...frontDoor,
    sessions,
    findPicture: createPictureFinder({ db: parts.database.db, clock: ports.clock }),
  })
  registerDocs(app)
  registerHealth(app, readinessOf({ ...parts, jobs: ports.jobs, files: ports.files, calls: frontDoor.service }))
  if (webRoot) await registerStatic(app, webRoot)
  return { app, sessions, service: frontDoor.service, hashPassword: identity.hashPassword }
}
