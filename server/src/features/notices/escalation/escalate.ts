import { isEscalating, maxOpenEscalations } from '@vigilux/contract/features/notices/escalation.ts'
import type { NoticeCauseRow } from '../../../kernel/notice-causes.store.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import { insertEscalated } from '../deliveries.store.ts'
import { type CauseGroup, listReceivers, reopenNotice } from '../notices.store.ts'
import {
  claimRun,
  countRuns,
  type EscalationRun,
  endRun,
  insertEscalationRun,
  insertStep,
  isUnsettled,
  listSteps,
  minutesAfter,
} from './escalation-runs.store.ts'
import { type EscalationRow, findEscalation } from './escalations.store.ts'

/** The named people who can be notified and were not yet, in order. */
const listNotYetNotified = async (
  tx: Tx,
  run: EscalationRun,
  namedUserIds: readonly string[],
  notifiedUserIds: readonly string[],
  now: Date,
) => {
  const candidates = namedUserIds.filter((userId) => !notifiedUserIds.includes(userId))
  const receivers = candidates.length > 0 ? await listReceivers(tx, run, now, { named: candidates }) : []
  return candidates.flatMap((userId) => receivers.find((one) => one.userId === userId) ?? [])
}

/**
 * Notifies the next named person, unless somebody acknowledged, the cause is over, or escalation is off; otherwise the
 * escalation ends. A notified person counts as named even after leaving the list.
 */
const notifyNext = async (tx: Tx, run: EscalationRun, settings: EscalationRow, now: Date): Promise<string | null> => {
  const steps = await listSteps(tx, run.id)
  const notifiedUserIds = steps.map(({ userId }) => userId)
  const isOn = settings.on && settings.kinds.includes(run.kind)
  const goesOn = isOn && (await isUnsettled(tx, run, [...settings.userIds, ...notifiedUserIds]))
  const remainingReceivers = goesOn ? await listNotYetNotified(tx, run, settings.userIds, notifiedUserIds, now) : []
  const [next] = remainingReceivers
  if (!next) {
    await endRun(tx, run.id, now)
    return null
  }
  const { plantId, kind, causeId, causeIds } = run
  const { userId, channels } = next
  const [step, stepCount] = [steps.length + 1, steps.length + remainingReceivers.length]
  await insertStep(tx, run.id, { step, userId, at: now, nextAt: minutesAfter(now, settings.afterMinutes) })
  const noticeId = await reopenNotice(tx, { plantId, kind, causeId, causeIds, userId, at: now })
  await insertEscalated(tx, { noticeId, channels, step, steps: stepCount }, now)
  return userId
}

/** Starts an escalation of gathered causes if the plant has it on and a cause is open; returns the first person. */
export const startEscalation = async (
  tx: Tx,
  { plantId, kind }: CauseGroup,
  causes: readonly NoticeCauseRow[],
  now: Date,
): Promise<string | null> => {
  const [first] = causes
  if (!first || !isEscalating(kind)) return null
  const settings = await findEscalation(tx, plantId, true)
  if (!settings.on || !settings.kinds.includes(kind)) return null
  if ((await countRuns(tx, plantId)) >= maxOpenEscalations) return null
  const causeRef = { plantId, kind, causeId: first.id, causeIds: causes.map(({ id }) => id) }
  const run = await insertEscalationRun(tx, { ...causeRef, since: first.at, nextAt: now })
  return run ? notifyNext(tx, run, settings, now) : null
}

/** Runs the due step of an escalation on one node; returns the plant and everybody notified so far. */
export const continueEscalation = async (
  tx: Tx,
  runId: string,
  now: Date,
): Promise<{ plantId: string; userIds: string[] } | null> => {
  const run = await claimRun(tx, runId, now)
  if (!run) return null
  await notifyNext(tx, run, await findEscalation(tx, run.plantId), now)
  return { plantId: run.plantId, userIds: (await listSteps(tx, run.id)).map(({ userId }) => userId) }
}
