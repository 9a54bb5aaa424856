import { and, asc, count, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { deleteBatch } from '../../../kernel/delete-batch.store.ts'
import { countRows, type StoredGauge, secondsSince } from '../../../kernel/stored-gauges.store.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import { userTable } from '../../../tables/accounts.schema.ts'
import { escalationRunTable as run, escalationStepTable as step } from '../escalations.schema.ts'
import { noticeTable as notice } from '../notices.schema.ts'
import { hasOpenCause } from '../open-notices.store.ts'

export type EscalationRun = typeof run.$inferSelect

const minuteMs = 60_000
export const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * minuteMs)

export const insertEscalationRun = async (tx: Tx, row: typeof run.$inferInsert): Promise<EscalationRun | undefined> => {
  const [inserted] = await tx.insert(run).values(row).onConflictDoNothing().returning()
  return inserted
}

export const countRuns = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx
    .select({ count: count() })
    .from(run)
    .where(and(eq(run.plantId, plantId), isNull(run.endedAt)))
  return row?.count ?? 0
}

const isDue = (now: Date) => and(isNull(run.endedAt), lte(run.nextAt, now))

export const isAnyRunDue = (now: Date): SQL => sql`exists (select from ${run} where ${isDue(now)})`

export const escalationGauges: readonly StoredGauge[] = [
  {
    name: 'vigilux_escalations_open',
    help: 'Escalations that nobody has acknowledged and that have not ended, at most 10000',
    value: () => countRows(sql`${run}`, sql`ended_at is null`),
  },
  {
    name: 'vigilux_escalation_lag_seconds',
    help: 'Seconds since the longest overdue escalation had to notify the next person',
    value: (now) => secondsSince(sql`(select min(next_at) from ${run} where ended_at is null)`, now),
  },
]

export const listDueRuns = async (tx: Tx, now: Date, limit: number): Promise<string[]> =>
  (await tx.select({ id: run.id }).from(run).where(isDue(now)).orderBy(asc(run.nextAt)).limit(limit)).map(
    ({ id }) => id,
  )

/** Claims a due escalation; no other node can claim it. */
export const claimRun = async (tx: Tx, id: string, now: Date): Promise<EscalationRun | undefined> => {
  const [row] = await tx
    .select()
    .from(run)
    .where(and(eq(run.id, id), isDue(now)))
    .for('update', { skipLocked: true })
  return row
}

/** The escalation of a notice's causes. */
export const findRunOf = async (tx: Tx, noticeId: string): Promise<EscalationRun | undefined> => {
  const [row] = await tx
    .select({ run })
    .from(run)
    .innerJoin(notice, eq(notice.causeId, run.causeId))
    .where(eq(notice.id, noticeId))
  return row?.run
}

/** The people an escalation has notified and when, in order. */
export const listSteps = (tx: Tx, runId: string) =>
  tx
    .select({ step: step.step, userId: step.userId, at: step.at, name: userTable.name })
    .from(step)
    .leftJoin(userTable, eq(userTable.id, step.userId))
    .where(eq(step.runId, runId))
    .orderBy(asc(step.step))

/** Whether a cause is still open and none of these people has acknowledged. */
export const isUnsettled = async (tx: Tx, { id, causeId }: EscalationRun, namedUserIds: string[]): Promise<boolean> => {
  const acknowledged = tx
    .select({ id: notice.id })
    .from(notice)
    .where(
      and(eq(notice.causeId, causeId), inArray(notice.userId, namedUserIds), sql`${notice.acknowledgedAt} is not null`),
    )
  const rows = await tx
    .select({ id: run.id })
    .from(run)
    .where(and(eq(run.id, id), hasOpenCause(run.causeIds), sql`not exists ${acknowledged}`))
  return rows.length > 0
}

type Step = Omit<typeof step.$inferInsert, 'runId'> & { nextAt: Date }

export const insertStep = async (tx: Tx, runId: string, { nextAt, ...row }: Step): Promise<void> => {
  await tx.insert(step).values({ runId, ...row })
  await tx.update(run).set({ nextAt }).where(eq(run.id, runId))
}

export const endRun = async (tx: Tx, id: string, endedAt: Date): Promise<void> => {
  await tx.update(run).set({ endedAt }).where(eq(run.id, id))
}

/** Makes the next step due at once, because the last person could not be notified. */
export const makeRunDue = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx
    .update(run)
    .set({ nextAt: now })
    .where(and(eq(run.id, id), isNull(run.endedAt)))
}

/** Reschedules a plant's open escalations to `afterMinutes` after their last step. */
export const rescheduleRuns = async (tx: Tx, plantId: string, afterMinutes: number): Promise<void> => {
  await tx.execute(sql`
    update escalation_run as run set next_at = last.at + ${afterMinutes} * interval '1 minute'
    from (select run_id, max(at) as at from ${step} group by run_id) as last
    where last.run_id = run.id and run.plant_id = ${plantId} and run.ended_at is null`)
}

/** Removes ended escalations begun before a date; returns how many. */
export const deleteOldEscalations = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, { table: run, key: run.id, which: sql`${run.since} < ${before} and ended_at is not null`, limit })
