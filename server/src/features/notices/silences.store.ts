import { thresholdBounds } from '@vigilux/contract/features/notices/thresholds.ts'
import { and, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { noticeCauseTable as cause } from '../../kernel/notice-causes.schema.ts'
import type { NoticeCause } from '../../kernel/notice-causes.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { unitLinkTable as link, centralUnitTable as unit } from '../../tables/central-units.schema.ts'
import { noticeThresholdTable as threshold } from '../../tables/notices.thresholds.schema.ts'
import { hourMs, minusMs, type Span } from './poll-spans.store.ts'

/** Margin beyond the poll interval: the search also covers units skipped by an earlier poll without a notice. */
export const pollSlackMs = hourMs

const listSilentUnits = async (tx: Tx, at: Date, condition: SQL | undefined): Promise<NoticeCause[]> => {
  const rows = await tx
    .select({ plantId: unit.plantId, centralUnitId: unit.id, lastSeen: link.lastSeen })
    .from(link)
    .innerJoin(unit, and(eq(unit.unit, link.unit), eq(unit.acquired, true), isNull(unit.removedAt)))
    .leftJoin(threshold, eq(threshold.plantId, unit.plantId))
    .where(and(eq(link.online, false), condition))
  return rows.map(({ plantId, centralUnitId, lastSeen }) => ({
    ...({ plantId, centralUnitId, kind: 'noCommunication', what: 'silent', at } as const),
    aboutAt: lastSeen,
    once: `silent ${centralUnitId} ${lastSeen.toISOString()}`,
  }))
}

/**
 * How long a unit marked as disconnected may still report before its silence is a cause. Every unit reports every 30 s;
 * after a clock step or a server outage all units seem silent until their next report.
 */
export const silenceGraceMs = 60_000

type Bounds = { min: number; max: number }

/** Units with a possible start of silence within a span, by the thresholds in hours: candidates found by indexes. */
const turnedSilentWithin = ({ from, until }: Span, { min, max }: Bounds): SQL | undefined =>
  and(
    lte(link.lastSeen, minusMs(until, min * hourMs)),
    lte(link.since, minusMs(until, silenceGraceMs)),
    or(gt(link.lastSeen, minusMs(from, max * hourMs)), gt(link.since, minusMs(from, silenceGraceMs))),
  )

const { default: defaultHours, ...bounds } = thresholdBounds.silentAfterH

/**
 * Units whose last report became too old within a span, by their plant's threshold. Two parts, because most plants use
 * the default threshold, for which the index finds the few units at once.
 */
export const findSilent = async (tx: Tx, span: Span): Promise<NoticeCause[]> => {
  const after = sql`${link.lastSeen} + ${threshold.silentAfterH} * interval '1 hour'`
  const isPastOwnThreshold = and(
    turnedSilentWithin(span, bounds),
    sql`${after} <= ${span.until.toISOString()}::timestamptz`,
    or(sql`${after} > ${span.from.toISOString()}::timestamptz`, gt(link.since, minusMs(span.from, silenceGraceMs))),
  )
  const isPastDefaultThreshold = and(
    isNull(threshold.plantId),
    turnedSilentWithin(span, { min: defaultHours, max: defaultHours }),
  )
  return [
    ...(await listSilentUnits(tx, span.until, isPastDefaultThreshold)),
    ...(await listSilentUnits(tx, span.until, isPastOwnThreshold)),
  ]
}

type LoweredThreshold<Name extends string> = {
  before: Record<Name, number>
  thresholds: Record<Name, number>
  now: Date
}

/** Units of a plant silent beyond a lowered threshold but not beyond the previous one. */
export const findSilentInPlant = (
  tx: Tx,
  plantId: string,
  { before, thresholds, now }: LoweredThreshold<'silentAfterH'>,
): Promise<NoticeCause[]> =>
  listSilentUnits(
    tx,
    now,
    and(
      eq(unit.plantId, plantId),
      lte(link.lastSeen, minusMs(now, thresholds.silentAfterH * hourMs)),
      lte(link.since, minusMs(now, silenceGraceMs)),
      gt(link.lastSeen, minusMs(now, before.silentAfterH * hourMs + pollSlackMs)),
    ),
  )

/**
 * Ends the silence of units with a new report. A silence without a notice, as after a server outage, is withdrawn; for
 * the others members are notified of the end.
 */
export const endSilences = async (tx: Tx, now: Date): Promise<NoticeCause[]> => {
  const endedCauses = await tx
    .update(cause)
    .set({ endedAt: now, gatheredAt: sql`coalesce(${cause.gatheredAt}, ${now.toISOString()}::timestamptz)` })
    .from(unit)
    .innerJoin(link, eq(link.unit, unit.unit))
    .where(
      and(eq(cause.what, 'silent'), isNull(cause.endedAt), eq(unit.id, cause.centralUnitId), eq(link.online, true)),
    )
    .returning({
      id: cause.id,
      plantId: cause.plantId,
      centralUnitId: cause.centralUnitId,
      gatheredAt: cause.gatheredAt,
    })
  return endedCauses
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
