import { proNoticeDays, silentAfterH } from '@vigilux/contract/features/notices/notice.ts'
import { and, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { noticeCauseTable as cause } from '../../kernel/notice-causes.schema.ts'
import type { NoticeCause } from '../../kernel/notice-causes.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { unitLinkTable as link, centralUnitTable as unit } from '../../tables/central-units.schema.ts'
import { plantTable as plant } from '../../tables/plants.schema.ts'
import { noticeRoundTable as round } from './notices.schema.ts'

const hourMs = 3_600_000
export const dayMs = 24 * hourMs

export type Span = { from: Date; until: Date }

/** The time since the last look, which no other node looks through meanwhile; null where that is less than `afterMs`. */
export const takeSpan = async (tx: Tx, name: string, now: Date, afterMs = 1): Promise<Span | null> => {
  await tx.insert(round).values({ name, until: now }).onConflictDoNothing()
  const [row] = await tx.select().from(round).where(eq(round.name, name)).for('update')
  // A clock that was set back finds nothing new until it is where it was.
  if (!row || now.getTime() - row.until.getTime() < afterMs) return null
  await tx.update(round).set({ until: now }).where(eq(round.name, name))
  return { from: row.until, until: now }
}

export const earlier = (at: Date, ms: number): Date => new Date(at.getTime() - ms)

/** Units whose last word became too old in a span. */
export const findSilent = async (tx: Tx, { from, until }: Span): Promise<NoticeCause[]> => {
  const ms = silentAfterH * hourMs
  const rows = await tx
    .select({ plantId: unit.plantId, centralUnitId: unit.id, lastSeen: link.lastSeen })
    .from(link)
    .innerJoin(unit, and(eq(unit.unit, link.unit), eq(unit.acquired, true), isNull(unit.removedAt)))
    .where(and(eq(link.online, false), gt(link.lastSeen, earlier(from, ms)), lte(link.lastSeen, earlier(until, ms))))
  return rows.map(({ plantId, centralUnitId, lastSeen }) => ({
    ...({ plantId, centralUnitId, kind: 'noCommunication', what: 'silent', at: until } as const),
    once: `silent ${centralUnitId} ${lastSeen.toISOString()}`,
  }))
}

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

/** Plants whose Pro has come to one of the days before its end in a span. */
export const findProEnds = async (tx: Tx, { from, until }: Span): Promise<NoticeCause[]> => {
  const found: NoticeCause[] = []
  for (const days of proNoticeDays) {
    const rows = await tx
      .select({ plantId: plant.id, expiry: plant.proExpiry })
      .from(plant)
      .where(
        and(
          ...[isNotNull(plant.proExpiry), isNull(plant.removedAt), eq(plant.everPro, true)],
          sql`${plant.proEndTold} is distinct from ${plant.proExpiry}`,
          gt(plant.proExpiry, earlier(from, -days * dayMs)),
          lte(plant.proExpiry, earlier(until, -days * dayMs)),
        ),
      )
    for (const { plantId, expiry } of rows)
      found.push({
        ...{ plantId, kind: 'proEnds', what: 'proEnds', at: until, count: days },
        ...{ once: `pro ${expiry?.toISOString()} ${days}`, aboutAt: expiry },
      })
  }
  return found
}
