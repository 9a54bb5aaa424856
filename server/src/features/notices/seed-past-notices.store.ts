import { and, eq, inArray, sql } from 'drizzle-orm'
import { noticeCauseTable as cause } from '../../kernel/notice-causes.schema.ts'
import { type NoticeCause, recordCauses } from '../../kernel/notice-causes.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { continueEscalation } from './escalation/escalate.ts'
import { minutesAfter } from './escalation/escalation-runs.store.ts'
import { escalationRunTable as run } from './escalations.schema.ts'
import { isUrgentIn, notifyMembersOfCauses } from './gather-notices.ts'
import { noticeDeliveryTable as delivery, noticeTable as notice } from './notices.schema.ts'
import { claimCauses } from './notices.store.ts'
import { acknowledge, snooze } from './open-notices.store.ts'

/** A past notice of the seeded history, with its outcome. */
export type PastNotice = NoticeCause & {
  endedAt: Date | null
  acknowledged?: { by: string; at: Date } | undefined
  snoozed?: { by: string; until: Date } | undefined
}

const gatheredAfterMin = 0.5

const noticeOf = async (tx: Tx, causeId: string, userId: string): Promise<string> => {
  const [row] = await tx
    .select({ id: notice.id })
    .from(notice)
    .where(and(eq(notice.causeId, causeId), eq(notice.userId, userId)))
  if (!row) throw new Error('the past notice has no receiver')
  return row.id
}

/** Runs the escalation steps due before a moment. */
const escalatePast = async (tx: Tx, causeId: string, until: Date): Promise<void> => {
  for (;;) {
    const [causeRun] = await tx.select().from(run).where(eq(run.causeId, causeId))
    if (!causeRun || causeRun.endedAt || causeRun.nextAt >= until) return
    await continueEscalation(tx, causeRun.id, causeRun.nextAt)
  }
}

/** Marks due deliveries as delivered at their due time. */
const markPastDelivered = async (tx: Tx, causeId: string): Promise<void> => {
  const noticesOfCause = tx.select({ id: notice.id }).from(notice).where(eq(notice.causeId, causeId))
  await tx
    .update(delivery)
    .set({ state: 'taken', stateAt: sql`${delivery.dueAt}` })
    .where(and(eq(delivery.state, 'waiting'), inArray(delivery.noticeId, noticesOfCause)))
}

/** Creates a past notice for the current members. */
const seedPastNotice = async (tx: Tx, pastNotice: PastNotice, now: Date): Promise<void> => {
  const { endedAt, acknowledged, snoozed, ...newCause } = pastNotice
  const { plantId, once, at } = newCause
  await recordCauses(tx, [newCause])
  const gatheredTime = minutesAfter(at, gatheredAfterMin)
  const causes = await claimCauses(tx, newCause, { before: gatheredTime, now: gatheredTime })
  await notifyMembersOfCauses(tx, newCause, {
    causes,
    urgent: await isUrgentIn(tx, newCause, causes),
    now: gatheredTime,
  })
  const isCause = and(eq(cause.plantId, plantId), eq(cause.once, once))
  const [row] = await tx.select({ id: cause.id }).from(cause).where(isCause)
  if (!row) return
  await markPastDelivered(tx, row.id)
  await escalatePast(tx, row.id, acknowledged?.at ?? endedAt ?? now)
  if (acknowledged)
    await acknowledge(
      tx,
      { plantId, userId: acknowledged.by, noticeId: await noticeOf(tx, row.id, acknowledged.by) },
      acknowledged.at,
    )
  if (snoozed)
    await snooze(tx, { plantId, userId: snoozed.by, noticeId: await noticeOf(tx, row.id, snoozed.by) }, snoozed.until)
  if (endedAt) await tx.update(cause).set({ endedAt }).where(isCause)
  await escalatePast(tx, row.id, now)
  await markPastDelivered(tx, row.id)
}

export const seedPastNotices = async (tx: Tx, pastNotices: readonly PastNotice[], now: Date): Promise<void> => {
  for (const pastNotice of pastNotices.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await seedPastNotice(tx, pastNotice, now)
}
