import type { UnitEntry, UnitEntryKind } from '@vigilux/contract/features/logbook/unit-entry.ts'
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { RecordNews } from '../../kernel/device-messages.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { EnrolledUnits } from '../../kernel/unit-register.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { plantEntryTable, unitRecordTable } from './logbook.schema.ts'

/** A record with the time that it is kept with: where the unit's clock was wrong, the time of receipt. */
export type TimedRecord = RecordNews & { clockWrong: boolean }

/** Keeps records as they came. One that comes twice is one. */
export const addRecords = async (
  tx: Tx,
  news: readonly TimedRecord[],
  units: EnrolledUnits,
  now: Date,
): Promise<void> => {
  await tx
    .insert(unitRecordTable)
    .values(
      news.map(({ unit, life, boot, seq, at, clockWrong, record, raw }) => ({
        unit,
        life,
        boot,
        seq,
        at,
        clockWrong,
        toldAt: clockWrong ? raw.at : null,
        kind: raw.kind,
        body: raw.body ?? null,
        receivedAt: now,
        plantId: units.get(unit)?.plantId ?? null,
        centralUnitId: units.get(unit)?.id ?? null,
        ...('testId' in record ? { testId: record.testId } : { event: record }),
      })),
    )
    .onConflictDoNothing()
}

export type EntryDraft = Omit<typeof plantEntryTable.$inferInsert, 'id'> & { kind: UnitEntryKind }

/** Adds the platform's own entries. What was said of a unit's life is not said again. */
export const addEntries = async (tx: Tx, entries: readonly EntryDraft[]): Promise<void> => {
  if (entries.length > 0)
    await tx
      .insert(plantEntryTable)
      .values([...entries])
      .onConflictDoNothing()
}

const ofUnit = (plantId: string, unit: string) =>
  and(eq(plantEntryTable.plantId, plantId), eq(centralUnitTable.unit, unit))

/** What the platform has to say of a serial in this plant, newest first: of every box that was ever there. */
export const listUnitEntries = async (
  tx: Tx,
  plantId: string,
  unit: string,
  { since, limit }: { since: Date | null; limit: number },
): Promise<UnitEntry[]> => {
  const rows = await tx
    .select({ entry: plantEntryTable })
    .from(plantEntryTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, plantEntryTable.centralUnitId))
    .where(and(ofUnit(plantId, unit), since ? gte(plantEntryTable.at, since) : undefined))
    .orderBy(desc(plantEntryTable.at), desc(plantEntryTable.id))
    .limit(limit)
  return rows.map(({ entry: { id, kind, at, byName } }) => ({
    id,
    kind: kind as UnitEntryKind,
    at: at.toISOString(),
    by: byName,
  }))
}

/** How many entries of a serial are older than a moment. */
export const countUnitEntriesBefore = async (tx: Tx, plantId: string, unit: string, at: Date): Promise<number> => {
  const [row] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(plantEntryTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, plantEntryTable.centralUnitId))
    .where(and(ofUnit(plantId, unit), lt(plantEntryTable.at, at)))
  return row?.n ?? 0
}
