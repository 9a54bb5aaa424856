import { and, eq, inArray, isNotNull, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { testRunTable } from './emergency-tests.schema.ts'
import type { TestRunRow } from './emergency-tests.store.ts'

export type TestOfUnit = { test: TestRunRow; unit: { id: string; plantId: string; unit: string; cuType: string } }
export type TestOfRemovedUnit = TestOfUnit & { removedAt: Date }

const isOfRemovedUnit = and(
  inArray(testRunTable.state, ['requested', 'running']),
  isNotNull(centralUnitTable.removedAt),
)
const isAwaitingRecords = (heardBy: Date) => lte(testRunTable.endHeardAt, heardBy)

/** SQL condition: the unit left the test open. It was removed, or its end was received and is not effective yet. */
export const isAnyTestOrphaned = (heardBy: Date): SQL => sql`(
  exists (select from ${testRunTable} join ${centralUnitTable} on ${centralUnitTable.id} = ${testRunTable.centralUnitId}
    where ${isOfRemovedUnit})
  or exists (select from ${testRunTable} where ${isAwaitingRecords(heardBy)}))`

/** An open test of a removed unit, locked. Skips those another node is processing. */
export const lockTestOfRemovedUnit = async (
  tx: Tx,
  excludedIds: readonly string[],
): Promise<TestOfRemovedUnit | null> => {
  const { id, plantId, unit, cuType, removedAt } = centralUnitTable
  const [row] = await tx
    .select({ test: testRunTable, unit: { id, plantId, unit, cuType }, removedAt })
    .from(testRunTable)
    .innerJoin(centralUnitTable, eq(id, testRunTable.centralUnitId))
    .where(and(isOfRemovedUnit, notInArray(testRunTable.id, [...excludedIds])))
    .limit(1)
    .for('update', { of: testRunTable, skipLocked: true })
  return row?.removedAt ? { ...row, removedAt: row.removedAt } : null
}

/** A test with an end received by then but not effective yet, locked. Skips those another node is processing. */
export const lockTestAwaitingRecords = async (
  tx: Tx,
  heardBy: Date,
  excludedIds: readonly string[],
): Promise<TestOfUnit | null> => {
  const { id, plantId, unit, cuType } = centralUnitTable
  const [row] = await tx
    .select({ test: testRunTable, unit: { id, plantId, unit, cuType } })
    .from(testRunTable)
    .innerJoin(centralUnitTable, eq(id, testRunTable.centralUnitId))
    .where(and(isAwaitingRecords(heardBy), notInArray(testRunTable.id, [...excludedIds])))
    .limit(1)
    .for('update', { of: testRunTable, skipLocked: true })
  return row ?? null
}
