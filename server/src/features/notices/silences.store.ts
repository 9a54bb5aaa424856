import { thresholdBounds } from '@vigilux/contract/features/notices/thresholds.ts'
import { and, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { noticeCauseTable as cause } from '../../kernel/notice-causes.schema.ts'
import type { NoticeCause } from '../../kernel/notice-causes.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { unitLinkTable as link, centralUnitTable as unit } from '../../tables/central-units.schema.ts'
import { noticeThresholdTable as threshold } from '../../tables/notices.thresholds.schema.ts'
import { hourMs, minusMs, type Span } from './poll-spans.store.ts'

/** Beyond the time between two looks: whoever was passed by, though not told of, may be so as well. */
export const pollSlackMs = hourMs

const listSilentUnits = async (tx: Tx, at: Date, which: SQL | undefined): Promise<NoticeCause[]> => {
  const rows = await tx
    .select({ plantId: unit.plantId, centralUnitId: unit.id, lastSeen: link.lastSeen })
    .from(link)
    .innerJoin(unit, and(eq(unit.unit, link.unit), eq(unit.acquired, true), isNull(unit.removedAt)))
    .leftJoin(threshold, eq(threshold.plantId, unit.plantId))
    .where(and(eq(link.online, false), which))
  return rows.map(({ plantId, centralUnitId, lastSeen }) => ({
    ...({ plantId, centralUnitId, kind: 'noCommunication', what: 'silent', at } as const),
    aboutAt: lastSeen,
    once: `silent ${centralUnitId} ${lastSeen.toISOString()}`,
  }))
}

/**
 * For so long a unit that was taken as disconnected may still speak up before it is told of. Each does so every 30 s: where the clock was stepped, or
 * the server itself was away, all of them seem silent until their next word.
 */
export const silenceGraceMs = 60_000

type Bounds = { least: number; most: number }

/** Units that may be told of since some moment of a span, by hours from the least to the most: what indexes find of them. */
const turnedSilentWithin = ({ from, until }: Span, { least, most }: Bounds): SQL | undefined =>
  and(
    lte(link.lastSeen, minusMs(until, least * hourMs)),
    lte(link.since, minusMs(until, silenceGraceMs)),
    or(gt(link.lastSeen, minusMs(from, most * hourMs)), gt(link.since, minusMs(from, silenceGraceMs))),
  )

const { usual, ...bounds } = thresholdBounds.silentAfterH

/**
 * Units whose last word became too old in a span, as their plant wants it. In two parts, as most plants want what is usual: the index finds
 * these few at once.
 */
export const findSilent = async (tx: Tx, span: Span): Promise<NoticeCause[]> => {
  const after = sql`${link.lastSeen} + ${threshold.silentAfterH} * interval '1 hour'`
  const ofOwn = and(
    turnedSilentWithin(span, bounds),
    sql`${after} <= ${span.until.toISOString()}::timestamptz`,
    or(sql`${after} > ${span.from.toISOString()}::timestamptz`, gt(link.since, minusMs(span.from, silenceGraceMs))),
  )
  const ofUsual = and(isNull(threshold.plantId), turnedSilentWithin(span, { least: usual, most: usual }))
  return [...(await listSilentUnits(tx, span.until, ofUsual)), ...(await listSilentUnits(tx, span.until, ofOwn))]
}

type LoweredThreshold<Name extends string> = {
  before: Record<Name, number>
  thresholds: Record<Name, number>
  now: Date
}

/** Units of a plant that are silent for longer than a threshold that was lowered, and were not by the one before. */
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
      and(eq(cause.what, 'silent'), isNull(cause.endedAt), eq(unit.id, cause.centralUnitId), eq(link.online, true)),
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
