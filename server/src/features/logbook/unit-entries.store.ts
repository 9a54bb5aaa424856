import { type UnitEntry, type UnitEntryKind, unitEntryKinds } from '@vigilux/contract/features/logbook/unit-entry.ts'
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { logbookEntryTable, logbookPersonTable } from './logbook.schema.ts'

const ofUnit = (plantId: string, unit: string): SQL | undefined =>
  and(
    eq(logbookEntryTable.plantId, plantId),
    eq(logbookEntryTable.unit, unit),
    inArray(logbookEntryTable.kind, [...unitEntryKinds]),
  )

/** The platform's entries about a serial in this plant, newest first, for every box that was ever there. */
export const listUnitEntries = async (
  tx: Tx,
  plantId: string,
  unit: string,
  { since, limit }: { since: Date | null; limit: number },
): Promise<UnitEntry[]> => {
  const of = logbookEntryTable
  const rows = await tx
    .select({ id: of.id, kind: of.kind, at: of.at, by: logbookPersonTable.name })
    .from(of)
    .leftJoin(logbookPersonTable, eq(logbookPersonTable.ref, of.by))
    .where(and(ofUnit(plantId, unit), since ? gte(of.at, since) : undefined))
    .orderBy(desc(of.at), desc(of.no))
    .limit(limit)
  return rows.map(({ kind, at, ...row }) => ({ ...row, kind: kind as UnitEntryKind, at: at.toISOString() }))
}

/** Number of entries of a serial older than a moment. */
export const countUnitEntriesBefore = async (tx: Tx, plantId: string, unit: string, at: Date): Promise<number> => {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(logbookEntryTable)
    .where(and(ofUnit(plantId, unit), lt(logbookEntryTable.at, at)))
  return row?.n ?? 0
}
