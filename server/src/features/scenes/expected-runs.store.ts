import { and, asc, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { type UnitList, unitListTable } from './unit-lists.schema.ts'

const table = unitListTable

export type UnitToExpect = {
  centralUnitId: string
  plantId: string
  unit: string
  accepted: UnitList
  /** Until when its expected runs are recorded. */
  expectedUntil: Date
}

const isExpected = (now: Date) =>
  and(lte(table.expectAt, now), isNotNull(table.accepted), isNotNull(table.expectedUntil))

export const isAnyRunExpected = (now: Date): SQL => sql`exists (
  select from ${table} join ${centralUnitTable} on ${centralUnitTable.id} = ${table.centralUnitId} and ${centralUnitTable.removedAt} is null
  where ${isExpected(now)})`

/** Units whose next run should have happened. */
export const listUnitsToExpect = async (tx: Tx, now: Date, limit: number): Promise<string[]> => {
  const rows = await tx
    .select({ id: table.centralUnitId })
    .from(table)
    .innerJoin(centralUnitTable, and(eq(centralUnitTable.id, table.centralUnitId), isNull(centralUnitTable.removedAt)))
    .where(isExpected(now))
    .orderBy(asc(table.expectAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Claims one of these units for this node; undefined when another node was quicker. */
export const claimUnitToExpect = async (
  tx: Tx,
  centralUnitId: string,
  now: Date,
): Promise<UnitToExpect | undefined> => {
  const { id, plantId, unit, removedAt } = centralUnitTable
  const [row] = await tx
    .select({ centralUnitId: id, plantId, unit, accepted: table.accepted, expectedUntil: table.expectedUntil })
    .from(table)
    .innerJoin(centralUnitTable, and(eq(id, table.centralUnitId), isNull(removedAt)))
    .where(and(eq(table.centralUnitId, centralUnitId), isExpected(now)))
    .for('update', { of: table, skipLocked: true })
  const { accepted, expectedUntil } = row ?? {}
  return row && accepted && expectedUntil ? { ...row, accepted, expectedUntil } : undefined
}

export const saveExpectedUntil = async (
  tx: Tx,
  centralUnitId: string,
  until: { expectedUntil: Date; expectAt: Date | null },
): Promise<void> => {
  await tx.update(table).set(until).where(eq(table.centralUnitId, centralUnitId))
}
