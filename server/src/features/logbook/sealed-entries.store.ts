import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { endOfDay, startOfDay } from '../../kernel/zoned.ts'
import type { EntryFilter } from './entries.store.ts'
import { logbookEntryTable } from './logbook.schema.ts'
import type { EntryRow } from './logbook.store.ts'

const of = logbookEntryTable

/** Entries from one number to another in order, in chunks. */
export const readSealed = (tx: Tx, plantId: string, from: number, to: number, limit: number): Promise<EntryRow[]> =>
  tx
    .select()
    .from(of)
    .where(and(eq(of.plantId, plantId), sql`${of.no} between ${from} and ${to}`))
    .orderBy(asc(of.no))
    .limit(limit)

/**
 * The first and the last number of an export of these days: it omits nothing in between, and contains nothing from
 * before `since`.
 */
export const findExportSpan = async (
  tx: Tx,
  { plantId, zone, from, to, since }: Pick<EntryFilter, 'plantId' | 'zone' | 'from' | 'to' | 'since'>,
): Promise<{ from: number; to: number } | null> => {
  const within = and(
    eq(of.plantId, plantId),
    from ? gte(of.at, startOfDay(from, zone)) : undefined,
    to ? lt(of.at, endOfDay(to, zone)) : undefined,
  )
  const old = since
    ? sql`(select coalesce(max(no), 0) from ${of} before where before.plant_id = ${plantId} and before.at < ${since.toISOString()})`
    : sql`0`
  const [row] = await tx
    .select({ from: sql<number | null>`min(no)`, to: sql<number | null>`max(no)` })
    .from(of)
    .where(and(within, sql`${of.no} > ${old}`))
  return row?.from && row.to ? { from: row.from, to: row.to } : null
}

/** The seal of the last entry before a number; undefined if there is none. */
export const findSealBefore = async (tx: Tx, plantId: string, no: number): Promise<string | undefined> => {
  const [row] = await tx
    .select({ hash: of.hash })
    .from(of)
    .where(and(eq(of.plantId, plantId), lt(of.no, no)))
    .orderBy(desc(of.no))
    .limit(1)
  return row?.hash
}
