import { type UnitEntry, type UnitEntryKind, unitEntryKinds } from '@vigilux/contract/features/logbook/unit-entry.ts'
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { logbookEntryTable, logbookPersonTable } from './logbook.schema.ts'

const isOfUnit = (plantId: string, unit: string): SQL | undefined =>
  and(
    eq(logbookEntryTable.plantId, plantId),
    eq(logbookEntryTable.unit, unit),
    inArray(logbookEntryTable.kind, [...unitEntryKinds]),
  )

/** The platform's entries about a serial in this plant, newest first, for every box ever in it. */
export const listUnitEntries = async (
  tx: Tx,
  plantId: string,
  unit: string,
  { since, limit }: { since: Date | null; limit: number },
): Promise<UnitEntry[]> => {
  const table = logbookEntryTable
  const rows = await tx
    .select({ id: table.id, kind: table.kind, at: table.at, by: logbookPersonTable.name })
    .from(table)
    .leftJoin(logbookPersonTable, eq(logbookPersonTable.ref, table.by))
    .where(and(isOfUnit(plantId, unit), since ? gte(table.at, since) : undefined))
    .orderBy(desc(table.at), desc(table.no))
    .limit(limit)
  return rows.map(({ kind, at, ...row }) => ({ ...row, kind: kind as UnitEntryKind, at: at.toISOString() }))
}

/** Number of entries of a serial older than a moment. */
export const countUnitEntriesBefore = async (tx: Tx, plantId: string, unit: string, at: Date): Promise<number> => {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(logbookEntryTable)
    .where(and(isOfUnit(plantId, unit), lt(logbookEntryTable.at, at)))
  return row?.n ?? 0
}
