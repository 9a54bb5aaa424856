import { thresholdBounds } from '@vigilux/contract/features/notices/thresholds.ts'
import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { noticeCauseTable as cause } from '../../kernel/notice-causes.schema.ts'
import type { NoticeCause } from '../../kernel/notice-causes.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { unitLinkTable as link, centralUnitTable as unit } from '../../tables/central-units.schema.ts'
import { noticeThresholdTable as threshold } from '../../tables/notices.thresholds.schema.ts'
import { earlier, hourMs, type Span } from './rounds.store.ts'

/** Beyond the time between two looks: whoever was passed by, though not told of, may be so as well. */
export const slackMs = hourMs

const silentWhere = async (tx: Tx, at: Date, which: SQL | undefined): Promise<NoticeCause[]> => {
  const rows = await tx
    .select({ plantId: unit.plantId, centralUnitId: unit.id, lastSeen: link.lastSeen })
    .from(link)
    .innerJoin(unit, and(eq(unit.unit, link.unit), eq(unit.acquired, true), isNull(unit.removedAt)))
    .leftJoin(threshold, eq(threshold.plantId, unit.plantId))
    .where(and(eq(link.online, false), which))
  return rows.map(({ plantId, centralUnitId, lastSeen }) => ({
    ...({ plantId, centralUnitId, kind: 'noCommunication', what: 'silent', at } as const),
    ...{ aboutAt: lastSeen, once: `silent ${centralUnitId} ${lastSeen.toISOString()}` },
  }))
}

const seenWithin = ({ from, until }: Span, ms: number): SQL | undefined =>
  and(gt(link.lastSeen, earlier(from, ms)), lte(link.lastSeen, earlier(until, ms)))

const { usual, least, most } = thresholdBounds.silentAfterH

/**
 * Units whose last word became too old in a span, as their plant wants it. In two parts, as most plants want what is usual: the index finds
 * these few at once.
 */
export const findSilent = async (tx: Tx, span: Span): Promise<NoticeCause[]> => {
  const { from, until } = span
  const after = sql`${link.lastSeen} + ${threshold.silentAfterH} * interval '1 hour'`
  const ofOwn = and(
    ...[gt(link.lastSeen, earlier(from, most * hourMs)), lte(link.lastSeen, earlier(until, least * hourMs))],
    sql`${after} > ${from.toISOString()}::timestamptz and ${after} <= ${until.toISOString()}::timestamptz`,
  )
  return [
    ...(await silentWhere(tx, until, and(isNull(threshold.plantId), seenWithin(span, usual * hourMs)))),
    ...(await silentWhere(tx, until, ofOwn)),
  ]
}

type Lowered<Name extends string> = { before: Record<Name, number>; thresholds: Record<Name, number>; now: Date }

/** Units of a plant that are silent for longer than a threshold that was lowered, and were not by the one before. */
export const findSilentOf = (
  tx: Tx,
  plantId: string,
  { before, thresholds, now }: Lowered<'silentAfterH'>,
): Promise<NoticeCause[]> =>
  silentWhere(
    tx,
    now,
    and(
      ...[eq(unit.plantId, plantId), lte(link.lastSeen, earlier(now, thresholds.silentAfterH * hourMs))],
      gt(link.lastSeen, earlier(now, before.silentAfterH * hourMs + slackMs)),
    ),
  )

/**
 * Ends silences of units that are heard again. One that was not told of yet, as after the server itself was away, is taken back; of the
 * others members are told that it is over.
 */
export const endSilences = async (tx: Tx, now: Date): Promise<NoticeCause[]> => {
  const ended = await tx
    .update(cause)
    .set({ endedAt: now, gatheredAt: sql`coalesce(${cause.gatheredAt}, ${now.toISOString()}::timestamptz)` })
    .from(unit)
    .innerJoin(link, eq(link.unit, unit.unit))
    .where(
      and(
        ...[eq(cause.what, 'silent'), isNull(cause.endedAt), eq(unit.id, cause.centralUnitId), eq(link.online, true)],
      ),
    )
    .returning({
      id: cause.id,
      plantId: cause.plantId,
      centralUnitId: cause.centralUnitId,
      gatheredAt: cause.gatheredAt,
    })
  return ended
    .filter(({ gatheredAt }) => gatheredAt !== null && gatheredAt < now)
    .map(({ id, plantId, centralUnitId }) => ({
      ...({
        plantId,
        centralUnitId,
        kind: 'noCommunication',
        what: 'restored',
        at: now,
        once: `restored ${id}`,
      } as const),
    }))
}
