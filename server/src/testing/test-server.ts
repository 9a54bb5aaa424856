import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ActionInput, type ActionName, actions, type FreshOutput } from '@vigilux/contract/actions.ts'
import type { ErrorCode } from '@vigilux/contract/errors.ts'
import type { AdminScope, PlantRole, UserType } from '@vigilux/contract/kernel/permissions.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { unitId } from '@vigilux/device-plane/topics.ts'
import { eq } from 'drizzle-orm'
import { folderFiles, prepareFolder } from '../adapters/files/folder-files.ts'
import { guardedFiles } from '../adapters/files/guarded-files.ts'
import { openPlaces } from '../adapters/places/geonames-places.ts'
import { noTimeStamps } from '../adapters/timestamps/open-time-stamps.ts'
import { beforeCommit, deviceFeatures, senderFeatures } from '../composition/background.ts'
import { callFeatures } from '../composition/handlers.ts'
import { defaultLimits } from '../config/limits-config.ts'
import { createDeviceKeys, findCaller, insertAccount, updateProfile } from '../features/accounts/index.ts'
import { acquireUnit, insertUnit, syncOffsets, watchUnits } from '../features/central-units/index.ts'
import { commandSendTask, overdueWorkTask } from '../features/commands/index.ts'
import { heldTestTask, lostTestTask, orphanedTestTask } from '../features/emergency-tests/index.ts'
import { createFileLinks } from '../features/files/index.ts'
import { createKeyCipher } from '../features/logbook/index.ts'
import { roundTask } from '../features/maintenance-rounds/index.ts'
import { addAdminArea, addMember } from '../features/members/index.ts'
import { createNoticeLinks } from '../features/notices/index.ts'
import { processPlans } from '../features/planner/index.ts'
import { grantPro, insertPlant } from '../features/plants/index.ts'
import { createCodeSeal } from '../features/pro-codes/index.ts'
import { syncDates } from '../features/test-calendar/index.ts'
import { createWebhookCipher } from '../features/webhooks/index.ts'
import type { Broadcast } from '../kernel/bus.ts'
import type { Caller } from '../kernel/caller.ts'
import { checkDeclaredRefusal } from '../kernel/check-declared.ts'
import { createDeviceInbox } from '../kernel/device-inbox.ts'
import { createDispatcher } from '../kernel/dispatch.ts'
import { createOfficeVisitRecorder } from '../kernel/office-visits.ts'
import { Refusal } from '../kernel/refusal.ts'
import { createSecurityLog } from '../kernel/security-log.ts'
import { type InTransaction, openTransactions, refusable } from '../kernel/work.ts'
import type { MailRequest } from '../ports/mail.ts'
import type { Ports } from '../ports/ports.ts'
import { plantTable } from '../tables/plants.schema.ts'
import { recordOutcome } from './outcomes.ts'
import { plantChange, plantDraft } from './plant-draft.ts'
import { openTestOutbound, openTestPush } from './push-endpoint.ts'
import { quietLog } from './quiet-log.ts'
import { takeTurn } from './take-turn.ts'
import { createTestDatabase } from './test-database.ts'
import type { TestTransaction } from './test-work.ts'

export const anonymous: Caller = { kind: 'anonymous', address: '127.0.0.1' }

export { plantChange, plantDraft }

/**
 * The server without its transports: the dispatcher, the inbox and the sender on a real database, with the tests' clock
 * and mail.
 */
export const createTestServer = async () => {
  const database = await createTestDatabase()
  const filesRoot = mkdtempSync(join(tmpdir(), 'vigilux-test-files-'))
  await prepareFolder(filesRoot)
  const log = quietLog()
  const files = guardedFiles(folderFiles({ root: filesRoot, minFreeBytes: 0 }), { log })
  const clock = { time: new Date('2026-03-02T09:00:00Z'), now: () => clock.time }
  const mails: MailRequest[] = []
  const broadcasts: Broadcast[] = []
  const emittedNames: string[] = []
  const published: { topic: string; payload: unknown }[] = []
  const jobs: { name: string; data: unknown }[] = []
  const drops: string[] = []
  const endedCommands: { outcome: string; seconds: number }[] = []
  const letterTexts: string[] = []
  const line = { isPunctual: true }
  const store: { failsWith: Error | null; failures: number; persisted: number } = {
    failsWith: null,
    failures: 0,
    persisted: 0,
  }
  const publish = async (topic: string, payload: string) => void published.push({ topic, payload: JSON.parse(payload) })
  const inTransaction: TestTransaction = (run, deadline) =>
    transactions.inTransaction((work) => run(refusable(work)), deadline)
  const unlessDown: InTransaction = async (work) => {
    if (!store.failsWith) return inTransaction(work)
    store.failures += 1
    throw store.failsWith
  }
  const ports: Ports = {
    clock,
    devices: { types: unitTypes },
    files,
    fileLinks: createFileLinks('of this test alone', clock),
    keyCipher: createKeyCipher('of this test alone'),
    timeStamps: noTimeStamps,
    noticeLinks: createNoticeLinks('of this test alone'),
    places: openPlaces(),
    codeSeal: createCodeSeal('of this test alone'),
    deviceKeys: createDeviceKeys('of this test alone'),
    jobs: {
      enqueue: async (_tx, name, data) => jobs.push({ name, data }) > 0,
      work: async () => undefined,
      schedule: async () => undefined,
      unschedule: async () => undefined,
      isHealthy: () => true,
      stop: async () => undefined,
    },
    mail: {
      send: async (_tx, mail) => (mails.push(mail) > 0 ? randomUUID() : ''),
      withdraw: async () => [],
    },
    push: openTestPush(),
    outbound: openTestOutbound(),
    webhookCipher: createWebhookCipher('of this test alone'),
    meters: { commandEnded: (outcome, seconds) => void endedCommands.push({ outcome, seconds }) },
    watchers: { isOwn: () => true, watch: async () => true, leave: async () => true },
    settings: {
      publicUrl: 'http://localhost',
      supportEmail: 'support@vigilux.test',
      supportPhone: null,
      enrolmentWindowS: 60,
      filesQuotaMb: 2,
      roomsPerPlant: 30,
      restoreDays: 30,
      mapTiles: null,
      limits: structuredClone(defaultLimits),
    },
  }
  const transactions = openTransactions({
    db: database.db,
    log,
    ports,
    bus: { deliver: (delivered) => void broadcasts.push(...delivered) },
    beforeCommit: beforeCommit({ publish, log }),
    publish: ({ name }) => void emittedNames.push(name),
  })
  const common = { ports, log, inTransaction, publish }
  const security = createSecurityLog({ db: database.db, now: clock.now, log })
  const dispatcherParts = {
    ...callFeatures,
    db: database.db,
    checkOutput: true,
    security,
    inReadTransaction: transactions.inReadTransaction,
    recordOfficeVisit: createOfficeVisitRecorder({ db: database.db, ports }),
    ...common,
  }
  const dispatch = createDispatcher(dispatcherParts)
  const openInbox = () =>
    createDeviceInbox({
      ...common,
      inTransaction: unlessDown,
      ...deviceFeatures,
      isTimely: () => line.isPunctual,
      isRevoked: () => false,
      counters: {
        received: () => undefined,
        dropped: (reason) => void drops.push(reason),
        persisted: (messages) => {
          store.persisted += messages
        },
        acknowledged: () => undefined,
        ingested: () => undefined,
        deadLetterSaved: (reason) => void letterTexts.push(reason),
      },
    })
  const inbox = openInbox()
  const background = { ...common, db: database.db }
  const sender = {
    /** One turn of each task for sending or ending commands. */
    async turn(): Promise<void> {
      await takeTurn(overdueWorkTask(senderFeatures), background)
      await takeTurn(commandSendTask(senderFeatures), background)
    },
  }

  const callAction = async (caller: Caller, action: string, input: unknown, key?: string): Promise<unknown> => {
    try {
      const output = await dispatch({ action, input, caller, key, requestId: randomUUID() })
      recordOutcome(action, 'ok')
      return output
    } catch (error) {
      if (error instanceof Refusal) {
        if (Object.hasOwn(actions, action)) checkDeclaredRefusal(action as ActionName, error)
        recordOutcome(action, error.code)
      }
      throw error
    }
  }

  return {
    database,
    log,
    ports,
    inTransaction,
    dispatch,
    /** For a dispatcher with other handlers. */
    dispatcherParts,
    security,
    clock,
    mails,
    broadcasts,
    /** Domain events, by name. */
    emittedNames,
    published,
    jobs,
    drops,
    /** Measured outcomes of ended commands. */
    endedCommands,
    letterTexts,
    line,
    inbox,
    /** A second inbox, as of another server node. */
    openInbox,
    /** Makes the inbox's database queries fail with this error, until null. */
    storeFails(error: Error | null) {
      store.failsWith = error
    },
    failures: () => store.failures,
    /** Stored messages of units. */
    persisted: () => store.persisted,
    /** The server's periodic work of every few seconds. */
    watch: async () => {
      await inTransaction(watchUnits)
      for (const task of [orphanedTestTask, lostTestTask]) await takeTurn(task, background)
    },
    /** Starts due held tests, as the server does. */
    startHeldTests: () => takeTurn(heldTestTask, background),
    /** Handles clock changes, as the server does. */
    async runClockChanges() {
      await syncOffsets(background)
      await syncDates(background)
    },
    /** Processes due rounds, as the server does. */
    runRoundTasks: () => takeTurn(roundTask, background),
    /** Processes year plans, as the server does. */
    runPlanTasks: () => processPlans(common),
    sender,
    /** Calls of a person, with their data. */
    as: (caller: Caller) => ({
      call: async <N extends ActionName>(action: N, input: ActionInput<N>, key?: string): Promise<FreshOutput<N>> =>
        (await callAction(caller, action, input, key)) as FreshOutput<N>,
      /** The code with which an action refuses, or null if it succeeds. */
      async refusal(action: string, input: unknown): Promise<ErrorCode | null> {
        try {
          await callAction(caller, action, input)
          return null
        } catch (error) {
          if (error instanceof Refusal) return error.code
          throw error
        }
      },
    }),
    create: {
      /** A confirmed account. */
      async user(
        options: { usertype?: UserType; scope?: AdminScope; suspended?: boolean; email?: string; area?: string } = {},
      ) {
        const email = options.email ?? `${randomUUID()}@demo.vigilux.test`
        const form = {
          usertype: 'basic' as const,
          kind: 'person' as const,
          email,
          name: 'Demo',
          surname: 'Account',
          phone: '',
          businessname: '',
          piva: '',
          address: { street: '', housenumber: '', prov: '', cap: '', city: '', country: '' },
          language: 'en' as const,
          ageDeclared: true as const,
          termsAccepted: true as const,
          marketing: false,
          profiling: false,
          thirdparts: false,
        }
        const accountDefaults = { passwordHash: 'none', at: clock.now(), confirmed: true }
        const userId = (await insertAccount(database.db, form, accountDefaults)) ?? ''
        await updateProfile(database.db, userId, {
          usertype: options.usertype ?? 'installer',
          scope: options.scope ?? null,
          validation: options.suspended ? 'pending' : 'verified',
        })
        if (options.area) await addAdminArea(database.db, { userId, country: options.area, prov: '' })
        const caller = await findCaller(database.db, userId, randomUUID())
        if (!caller) throw new Error('the account cannot be found')
        return caller
      },
      async plant(options: { pro?: boolean; name?: string; members?: Partial<Record<PlantRole, string>> } = {}) {
        const createdBy = { userId: randomUUID(), at: clock.now() }
        const id = await inTransaction((work) => insertPlant(work, plantDraft(options.name), createdBy))
        if (options.pro !== false) await grantPro(database.db, id, new Date(clock.now().getTime() + 86_400_000 * 365))
        for (const [role, userId] of Object.entries(options.members ?? {}))
          await addMember(database.db, {
            plantId: id,
            userId,
            role: role as PlantRole,
            invitedBy: null,
            since: clock.now(),
          })
        return id
      },
      /** An enrolled unit of the plant. */
      async unit(plantId: string, cuType = 'logica', cuId = '0A1B2C') {
        await inTransaction(async (work) => {
          await insertUnit(work, { plantId, cuType, cuId, description: '', location: '', addedAt: clock.now() })
          await acquireUnit(work, plantId, unitId(cuType, cuId))
        })
        return unitId(cuType, cuId)
      },
      /** Switches the notices of a plant on or off for all of its members. */
      plantNotices: (plantId: string, notifications: boolean) =>
        database.db.update(plantTable).set({ notifications }).where(eq(plantTable.id, plantId)),
      removePlant: (plantId: string) =>
        database.db.update(plantTable).set({ removedAt: clock.now() }).where(eq(plantTable.id, plantId)),
    },
    async stop() {
      await inbox.stop()
      await database.close()
      rmSync(filesRoot, { recursive: true, force: true })
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof createTestServer>>
