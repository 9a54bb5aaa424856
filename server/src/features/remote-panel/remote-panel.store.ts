import { defaultThresholds } from '@vigilux/contract/features/notices/thresholds.ts'
import type { InhibitionEnd, InhibitionRequest } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable, unitLinkTable } from '../../tables/central-units.schema.ts'
import { noticeThresholdTable } from '../../tables/notices.thresholds.schema.ts'
import { isConnectedInEnrolledLife } from '../central-units/index.ts'
import { inhibitionTable } from './remote-panel.schema.ts'

const table = inhibitionTable
export type InhibitionRow = typeof inhibitionTable.$inferSelect
type EndedInhibition = { centralUnitId: string; at: Date; endReason: InhibitionEnd }

export const listNewestRequests = async (tx: Tx, plantId: string): Promise<InhibitionRequest[]> => {
  const rows = await tx
    .selectDistinctOn([table.centralUnitId], { request: table, topic: centralUnitTable.unit })
    .from(table)
    .innerJoin(centralUnitTable, and(eq(centralUnitTable.id, table.centralUnitId), sql`removed_at is null`))
    .where(eq(table.plantId, plantId))
    .orderBy(table.centralUnitId, desc(table.requestedAt), desc(table.id))
  return rows.map(({ request, topic }) => ({
    id: request.id,
    topic,
    state: request.state,
    reason: request.reason,
    requested_by: request.requestedByName,
    requested_at: request.requestedAt.toISOString(),
    ends_at: request.endsAt.toISOString(),
    command_id: request.commandId,
  }))
}

export const insertRequest = async (tx: Tx, row: typeof inhibitionTable.$inferInsert): Promise<void> => {
  await tx.insert(table).values(row)
}

export const findRequestOfCommand = async (tx: Tx, commandId: string): Promise<InhibitionRow | undefined> => {
  const [row] = await tx.select().from(table).where(eq(table.commandId, commandId)).for('update')
  return row
}

/** The request in force for a unit, locked. */
export const findInForce = async (tx: Tx, centralUnitId: string): Promise<InhibitionRow | undefined> => {
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.centralUnitId, centralUnitId), eq(table.state, 'inhibited')))
    .for('update')
  return row
}

/** Requests for a unit with an end near a moment, oldest first and locked: pending, in force, or replaced. */
export const findEndingNear = async (
  tx: Tx,
  centralUnitId: string,
  { until, apartMs }: { until: Date; apartMs: number },
): Promise<InhibitionRow[]> => {
  const [from, to] = [-apartMs, apartMs].map((ms) => new Date(until.getTime() + ms)) as [Date, Date]
  return tx
    .select()
    .from(table)
    .where(
      and(
        eq(table.centralUnitId, centralUnitId),
        gt(table.endsAt, from),
        lt(table.endsAt, to),
        or(ne(table.state, 'ended'), isNull(table.endReason)),
      ),
    )
    .orderBy(asc(table.requestedAt), asc(table.id))
    .for('update')
}

/** Marks a request as taken by its unit and ends the previous one. */
export const markInForce = async (tx: Tx, { id, centralUnitId }: InhibitionRow, at: Date): Promise<void> => {
  await tx
    .update(table)
    .set({ state: 'ended', endedAt: at })
    .where(and(eq(table.centralUnitId, centralUnitId), eq(table.state, 'inhibited'), ne(table.id, id)))
  await tx
    .update(table)
    .set({ state: 'inhibited', endedAt: null, endReason: null, lapsedAt: null })
    .where(eq(table.id, id))
}

export const failRequest = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx
    .update(table)
    .set({ state: 'failed', endedAt: at })
    .where(and(eq(table.id, id), eq(table.state, 'requested')))
}

export const endInForce = async (tx: Tx, { centralUnitId, at, endReason }: EndedInhibition): Promise<void> => {
  await tx
    .update(table)
    .set({ state: 'ended', endedAt: at, endReason })
    .where(and(eq(table.centralUnitId, centralUnitId), eq(table.state, 'inhibited')))
}

export const recordEndRequested = async (
  tx: Tx,
  centralUnitIds: readonly string[],
  { by: requestedBy, byName, at }: { by: string; byName: string; at: Date },
): Promise<void> => {
  await tx
    .update(table)
    .set({ endRequestedBy: requestedBy, endRequestedByName: byName, endRequestedAt: at })
    .where(and(inArray(table.centralUnitId, [...centralUnitIds]), eq(table.state, 'inhibited')))
}

/** Records the loss of an inhibition by a restarted unit. */
export const recordLapsed = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx.update(table).set({ lapsedAt: at, repeatedAt: null }).where(eq(table.id, id))
}

export const recordRerequested = async (tx: Tx, id: string, at: Date, commandId: string): Promise<void> => {
  await tx.update(table).set({ repeatedAt: at, commandId }).where(eq(table.id, id))
}

const isLapsed = (now: Date, lastSentBefore: Date) =>
  and(
    eq(table.state, 'inhibited'),
    isNotNull(table.lapsedAt),
    isNull(table.endRequestedAt),
    gt(table.endsAt, now),
    or(isNull(table.repeatedAt), lt(table.repeatedAt, lastSentBefore)),
    eq(centralUnitTable.acquired, true),
    isNull(centralUnitTable.removedAt),
    isConnectedInEnrolledLife,
  )

const selectLapsed = (tx: Tx, where: SQL | undefined) =>
  tx
    .select({ request: table, unit: centralUnitTable.unit, cuType: centralUnitTable.cuType })
    .from(table)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, table.centralUnitId))
    .innerJoin(unitLinkTable, eq(unitLinkTable.unit, centralUnitTable.unit))
    .where(where)

const lapsedFrom = sql`${table} join ${centralUnitTable} on ${centralUnitTable.id} = ${table.centralUnitId}
  join ${unitLinkTable} on ${unitLinkTable.unit} = ${centralUnitTable.unit}`

/** Unexpired requests lost by online units, last asked before `lastSentBefore`. */
export const listLapsed = async (tx: Tx, now: Date, lastSentBefore: Date, limit: number): Promise<string[]> =>
  (await selectLapsed(tx, isLapsed(now, lastSentBefore)).orderBy(table.endsAt).limit(limit)).map(
    ({ request }) => request.id,
  )

/** Locks one of them, so a single node asks; undefined when another node was quicker. */
export const lockLapsed = async (tx: Tx, id: string, now: Date, lastSentBefore: Date) => {
  const where = and(eq(table.id, id), isLapsed(now, lastSentBefore))
  const [row] = await selectLapsed(tx, where).for('update', { of: table, skipLocked: true })
  return row
}

/** SQL condition: the unit was last seen long after the end of the inhibition. An offline one may have ended it. */
const isHeardAfter = (interval: SQL): SQL => sql`exists (
  select from ${centralUnitTable} as unit join ${unitLinkTable} as link on link.unit = unit.unit
  where unit.id = ${table.centralUnitId} and link.last_seen >= ${table.endsAt} + ${interval})`

const isOverdue = (afterMs: number, now: Date): SQL | undefined =>
  and(
    eq(table.state, 'inhibited'),
    isNull(table.overdueAt),
    lte(table.endsAt, new Date(now.getTime() - afterMs)),
    isHeardAfter(sql`${afterMs}::int * interval '1 ms'`),
  )

/** Marks and returns units with an inhibition still reported `afterMs` after its end, each once over all nodes. */
export const claimOverdue = async (tx: Tx, afterMs: number, now: Date): Promise<string[]> => {
  const rows = await tx
    .update(table)
    .set({ overdueAt: now })
    .where(isOverdue(afterMs, now))
    .returning({ id: table.centralUnitId })
  return rows.map(({ id }) => id)
}

const notifyAfterMinutes = sql`coalesce(
  (select inhibited_after_min from ${noticeThresholdTable} where ${noticeThresholdTable.plantId} = ${table.plantId}),
  ${defaultThresholds.inhibitedAfterMin}::int)`

const isUnnotified = (now: Date): SQL | undefined =>
  and(
    eq(table.state, 'inhibited'),
    isNull(table.notifiedAt),
    lte(table.endsAt, now),
    isHeardAfter(sql`${notifyAfterMinutes} * interval '1 minute'`),
  )

/** SQL condition for an inhibition lost by its unit, or of too long duration. */
export const isAnyInhibitionDue = (now: Date, { lastSentBefore, afterMs }: { lastSentBefore: Date; afterMs: number }) =>
  sql`(exists (select from ${lapsedFrom} where ${isLapsed(now, lastSentBefore)})
    or exists (select from ${table} where ${isOverdue(afterMs, now)})
    or exists (select from ${table} where ${isUnnotified(now)}))`

/** Claims units inhibited beyond their plant's threshold and in need of a notice: each once, on any node. */
export const claimUnnotified = async (tx: Tx, now: Date): Promise<string[]> => {
  const rows = await tx
    .update(table)
    .set({ notifiedAt: now })
    .where(isUnnotified(now))
    .returning({ id: table.centralUnitId })
  return rows.map(({ id }) => id)
}

/** Removes requests from before an instant; returns how many. */
export const deleteOldRequests = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, {
    table,
    key: table.id,
    which: sql`${table.requestedAt} < ${before} and state <> 'inhibited'`,
    limit,
  })
