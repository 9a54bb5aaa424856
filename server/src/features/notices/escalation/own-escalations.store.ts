import type { OpenNotice } from '@vigilux/contract/features/notices/notice.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/transaction.ts'
import { isActiveAccount, profileTable } from '../../../tables/accounts.schema.ts'
import { membershipsAt } from '../../members/index.ts'
import {
  escalationRunTable as run,
  escalationTable as set,
  escalationStepTable as step,
} from '../escalations.schema.ts'
import { noticeTable as notice } from '../notices.schema.ts'

/** SQL condition: the receiver was notified of this notice by escalation. */
export const isNotifiedInTurn = (noticeAlias: typeof notice) => sql<boolean>`exists (
  select from ${run} join ${step} on ${step.runId} = ${run.id} where ${run.causeId} = ${noticeAlias.causeId} and ${step.userId} = ${noticeAlias.userId})`

type OwnEscalationQuery = { userId: string; causeIds: readonly string[] }

/**
 * Unacknowledged escalations with a notice to this person about these causes, by their first cause: start, people
 * notified, and time of the next step. The next step is null when escalation is off, has ended, or has nobody left to
 * notify.
 */
export const listOwnEscalations = async (
  tx: Tx,
  { userId, causeIds }: OwnEscalationQuery,
  now: Date,
): Promise<Map<string, NonNullable<OpenNotice['escalation']>>> => {
  if (causeIds.length === 0) return new Map()
  const member = membershipsAt(now)
  const wasNotified = (userColumn: unknown) =>
    sql`exists (select from ${step} as one where one.run_id = ${run.id} and one.user_id = ${userColumn})`
  const isNamed = (userColumn: unknown) => sql`${userColumn} = any (${set.userIds})`
  const hasRemaining = sql`exists (select from ${member} join ${profileTable} on ${profileTable.userId} = ${member.userId}
    where ${member.plantId} = ${run.plantId} and ${isActiveAccount} and ${isNamed(member.userId)} and not ${wasNotified(member.userId)})`
  const goesOn = sql`${run.endedAt} is null and ${set.on} and ${run.kind} = any (${set.kinds}) and ${hasRemaining}`
  const isStopped = sql`exists (select from ${notice} where ${notice.causeId} = ${run.causeId} and ${notice.acknowledgedAt} is not null
    and (${isNamed(notice.userId)} or ${wasNotified(notice.userId)}))`
  const rows = await tx
    .select({
      causeId: run.causeId,
      since: run.since,
      notifiedCount: sql<number>`(select count(*)::int from ${step} as one where one.run_id = ${run.id})`,
      nextAt: sql<Date | string | null>`case when ${goesOn} then ${run.nextAt} end`,
    })
    .from(run)
    .leftJoin(set, eq(set.plantId, run.plantId))
    .where(and(inArray(run.causeId, [...causeIds]), wasNotified(userId), sql`not ${isStopped}`))
  return new Map(
    rows.map(({ causeId, since, notifiedCount, nextAt }) => [
      causeId,
      { since: since.toISOString(), notifiedCount, nextAt: nextAt === null ? null : new Date(nextAt).toISOString() },
    ]),
  )
}
