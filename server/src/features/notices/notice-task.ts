import type { BackgroundParts } from '../../kernel/background.ts'
import { anyOf } from '../../kernel/due-rows.store.ts'
import { recordCauses } from '../../kernel/notice-causes.store.ts'
import { processEachDue, runIsolated } from '../../kernel/run-task.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import { broadcastNotices, type NoticeTaskParts as TellingParts } from './broadcast-notices.ts'
import { type Delivery, isAnyDeliveryOpen, listDueDeliveries, syncMailOutcomes } from './deliveries.store.ts'
import { continueEscalation } from './escalation/escalate.ts'
import { isAnyRunDue, listDueRuns } from './escalation/escalation-runs.store.ts'
import { gatherNotices } from './gather-notices.ts'
import { type CauseGroup, isAnyCauseGathered, listDueGroups } from './notices.store.ts'
import { claimSpan, findProEnds } from './poll-spans.store.ts'
import { syncPushOutcomes } from './push/push-messages.store.ts'
import { sendNotices } from './send-notices.ts'
import { endSilences, findSilent } from './silences.store.ts'
import { recordAndEndSlowCauses } from './slow-causes.store.ts'
import { withdrawUnwanted } from './withdraw-deliveries.ts'

type NoticeTaskContext = TellingParts & Pick<BackgroundParts, 'db' | 'log'>

/** For causes of time, whose limits are hours and days. */
const timeCauseIntervalMs = 10_000
/** For causes whose notice may be minutes late, because finding them reads all units. */
const slowPollIntervalMs = 600_000
/** Causes within this time of the first one share a notice. */
export const gatherWindowMs = 20_000

/** Records causes without a message: silent and returning units, and approaching ends. */
const recordTimeCauses = ({ ports, inTransaction }: NoticeTaskContext): Promise<void> =>
  inTransaction(async ({ tx }) => {
    const now = ports.clock.now()
    const span = await claimSpan(tx, 'round', now)
    if (!span) return
    await recordCauses(tx, await endSilences(tx, now))
    await recordCauses(tx, await findSilent(tx, span))
    await recordCauses(tx, await findProEnds(tx, span))
  })

/** Records missed dates and other causes whose search reads all units. */
const recordSlowCauses = ({ ports, inTransaction }: NoticeTaskContext): Promise<void> =>
  inTransaction(async ({ tx }) => {
    const span = await claimSpan(tx, 'slow round', ports.clock.now(), slowPollIntervalMs)
    if (span) await recordAndEndSlowCauses(tx, span)
  })

const gatheredBefore = (now: Date): Date => new Date(now.getTime() - gatherWindowMs)

/** Writes the notices of causes gathered long enough, plant by plant, each on one node. */
const gatherDue = ({ ports, db, inTransaction, log }: NoticeTaskContext): Promise<void> => {
  const now = ports.clock.now()
  const before = gatheredBefore(now)
  const gatherGroup = async (group: CauseGroup): Promise<void> =>
    await inTransaction(async (work) =>
      broadcastNotices(work, group.plantId, await gatherNotices(work, group, { before, now })),
    )
  const failure = 'notices of a plant cannot be written'
  return processEachDue({ log, failure }, (limit) => listDueGroups(db, before, limit), gatherGroup)
}

/** Runs due escalation steps, each on one node. */
const escalateDue = ({ ports, db, inTransaction, log }: NoticeTaskContext): Promise<void> => {
  const now = ports.clock.now()
  const continueRun = async (id: string): Promise<void> =>
    await inTransaction(async (work) => {
      const progress = await continueEscalation(work.tx, id, now)
      // People notified earlier see the progress, too.
      if (progress) broadcastNotices(work, progress.plantId, progress.userIds)
    })
  const failure = 'an escalation cannot go on'
  return processEachDue({ log, failure }, (limit) => listDueRuns(db, now, limit), continueRun)
}

/** Hands due deliveries to the queues of mails and pushes, receiver by receiver, each on one node. */
const deliverDue = ({ ports, db, inTransaction, log }: NoticeTaskContext): Promise<void> => {
  const now = ports.clock.now()
  const deliverOne = async (delivery: Delivery): Promise<void> =>
    await inTransaction(async (work) => {
      if (await sendNotices(work.tx, ports, delivery, now)) broadcastNotices(work, delivery.plantId, [delivery.userId])
    })
  const failure = 'a notice cannot be handed over'
  return processEachDue({ log, failure }, (limit) => listDueDeliveries(db, now, limit), deliverOne)
}

/** Copies the outcome of mails and pushes to their notices, after withdrawing those without a permitted reader. */
const syncDeliveries = async ({ ports, inTransaction }: NoticeTaskContext): Promise<void> =>
  await inTransaction(async (work) => {
    const now = ports.clock.now()
    const withdrawn = await withdrawUnwanted(work.tx, ports, now)
    const changedDeliveries = [
      ...withdrawn,
      ...(await syncMailOutcomes(work.tx, now)),
      ...(await syncPushOutcomes(work.tx, now)),
    ]
    for (const { plantId, userId } of changedDeliveries) broadcastNotices(work, plantId, [userId])
  })

const runEach = (
  parts: NoticeTaskContext,
  works: readonly ((parts: NoticeTaskContext) => Promise<void>)[],
): Promise<void> =>
  runIsolated(
    parts.log,
    works.map((work) => () => work(parts)),
  )

export const timeCauseTask: TaskFactory = (parts) => ({
  name: 'record causes of time',
  everyMs: timeCauseIntervalMs,
  turn: () => runEach(parts, [recordTimeCauses, recordSlowCauses]),
})

/** Writes and sends notices: each item once, on one node. */
export const noticeTask: TaskFactory = (parts) => ({
  name: 'send notices',
  due: (now) => anyOf(isAnyCauseGathered(gatheredBefore(now)), isAnyRunDue(now), isAnyDeliveryOpen(now)),
  turn: () => runEach(parts, [gatherDue, escalateDue, deliverDue, syncDeliveries]),
})
