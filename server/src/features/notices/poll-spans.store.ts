import { proNoticeDays } from '@vigilux/contract/features/notices/notice.ts'
import { and, eq, gt, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { NoticeCause } from '../../kernel/notice-causes.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { noticeThresholdTable as threshold } from '../../tables/notices.thresholds.schema.ts'
import { plantTable as plant } from '../../tables/plants.schema.ts'
import { noticeRoundTable as round } from './notices.schema.ts'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

export type Span = { from: Date; until: Date }

/** Claims the time since the last poll, exclusively among nodes; null while it is less than `afterMs`. */
export const claimSpan = async (tx: Tx, name: string, now: Date, afterMs = 1): Promise<Span | null> => {
  await tx.insert(round).values({ name, until: now }).onConflictDoNothing()
  const [row] = await tx.select().from(round).where(eq(round.name, name)).for('update')
  // After the clock is set back, polls find nothing until it has caught up.
  if (!row || now.getTime() - row.until.getTime() < afterMs) return null
  await tx.update(round).set({ until: now }).where(eq(round.name, name))
  return { from: row.until, until: now }
}

export const minusMs = (at: Date, ms: number): Date => new Date(at.getTime() - ms)

/** Plants whose Pro reaches one of the reminder days before its end within a span. */
export const findProEnds = async (tx: Tx, { from, until }: Span): Promise<NoticeCause[]> => {
  const found: NoticeCause[] = []
  for (const days of proNoticeDays) {
    const rows = await tx
      .select({ plantId: plant.id, expiry: plant.proExpiry })
      .from(plant)
      .leftJoin(threshold, eq(threshold.plantId, plant.id))
      .where(
        and(
          isNotNull(plant.proExpiry),
          isNull(plant.removedAt),
          eq(plant.everPro, true),
          or(isNull(threshold.proDays), gte(threshold.proDays, days)),
          sql`${plant.proEndNotified} is distinct from ${plant.proExpiry}`,
          gt(plant.proExpiry, minusMs(from, -days * dayMs)),
          lte(plant.proExpiry, minusMs(until, -days * dayMs)),
        ),
      )
    for (const { plantId, expiry } of rows)
      found.push({
        plantId,
        kind: 'proEnds',
        what: 'proEnds',
        at: until,
        count: days,
        once: `pro ${expiry?.toISOString()} ${days}`,
        aboutAt: expiry,
      })
  }
  return found
}
