import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { endOfDay, startOfDay } from '../../kernel/zoned.ts'
import type { EntryFilter } from './entries.store.ts'
import { logbookEntryTable, logbookOriginTable } from './logbook.schema.ts'
import type { EntryRow } from './logbook.store.ts'

const table = logbookEntryTable

/** Entries from one number to another in order, in chunks. */
export const readSealed = (tx: Tx, plantId: string, from: number, to: number, limit: number): Promise<EntryRow[]> =>
  tx
    .select()
    .from(table)
    .where(and(eq(table.plantId, plantId), sql`${table.no} between ${from} and ${to}`))
    .orderBy(asc(table.no))
    .limit(limit)

/**
 * The first and the last number of an export of these days: it ends with the newest entry from `since` or later, omits
 * nothing in between, and contains nothing from before `since`.
 */
export const findExportSpan = async (
  tx: Tx,
  { plantId, zone, from, to, since }: Pick<EntryFilter, 'plantId' | 'zone' | 'from' | 'to' | 'since'>,
): Promise<{ from: number; to: number } | null> => {
  const condition = and(
    eq(table.plantId, plantId),
    from ? gte(table.at, startOfDay(from, zone)) : undefined,
    to ? lt(table.at, endOfDay(to, zone)) : undefined,
  )
  // Entries sealed by another installation are never signed as our own.
  const imported = sql`(select coalesce(max(up_to), 0) from ${logbookOriginTable} where plant_id = ${plantId})`
  const isHidden = since ? sql`(at < ${since.toISOString()}::timestamptz)` : sql`false`
  const { rows } = await tx.execute<{ from: number | null; to: number | null }>(sql`
    with newest as (select max(no) as no from ${table} where ${condition} and not ${isHidden}),
      hidden as (select coalesce(max(no), 0) as no from ${table}
        where plant_id = ${plantId} and ${isHidden} and no < (select no from newest))
    select min(no) as "from", max(no) as "to" from ${table}
    where ${condition} and no > greatest((select no from hidden), ${imported}) and no <= (select no from newest)`)
  const [row] = rows
  return row?.from && row.to ? { from: row.from, to: row.to } : null
}

/** Visible entries of these days omitted by their export, because a hidden entry was written after them. */
export const countOmitted = async (
  tx: Tx,
  days: Pick<EntryFilter, 'plantId' | 'zone' | 'from' | 'to' | 'since'>,
): Promise<number> => {
  const { plantId, zone, from, to, since } = days
  if (since === null) return 0
  const span = await findExportSpan(tx, days)
  return tx.$count(
    table,
    and(
      eq(table.plantId, plantId),
      gte(table.at, since),
      from ? gte(table.at, startOfDay(from, zone)) : undefined,
      to ? lt(table.at, endOfDay(to, zone)) : undefined,
      span ? lt(table.no, span.from) : undefined,
    ),
  )
}

/** The seal of the last entry before a number; undefined if there is none. */
export const findSealBefore = async (tx: Tx, plantId: string, no: number): Promise<string | undefined> => {
  const [row] = await tx
    .select({ hash: table.hash })
    .from(table)
    .where(and(eq(table.plantId, plantId), lt(table.no, no)))
    .orderBy(desc(table.no))
    .limit(1)
  return row?.hash
}
