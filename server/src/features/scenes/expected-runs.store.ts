import { and, asc, eq, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { type UnitList, unitListTable } from './unit-lists.schema.ts'

const of = unitListTable

export type UnitToExpect = {
  centralUnitId: string
  plantId: string
  unit: string
  taken: UnitList
  /** Until when its expected runs are recorded. */
  expectedUntil: Date
}

const isExpected = (now: Date) => and(lte(of.expectAt, now), isNotNull(of.taken), isNotNull(of.expectedUntil))

/** Units whose next run should have happened. */
export const listUnitsToExpect = async (tx: Tx, now: Date, limit: number): Promise<string[]> => {
  const rows = await tx
    .select({ id: of.centralUnitId })
    .from(of)
    .innerJoin(centralUnitTable, and(eq(centralUnitTable.id, of.centralUnitId), isNull(centralUnitTable.removedAt)))
    .where(isExpected(now))
    .orderBy(asc(of.expectAt))
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
    .select({ centralUnitId: id, plantId, unit, taken: of.taken, expectedUntil: of.expectedUntil })
    .from(of)
    .innerJoin(centralUnitTable, and(eq(id, of.centralUnitId), isNull(removedAt)))
    .where(and(eq(of.centralUnitId, centralUnitId), isExpected(now)))
    .for('update', { of, skipLocked: true })
  const { taken, expectedUntil } = row ?? {}
  return row && taken && expectedUntil ? { ...row, taken, expectedUntil } : undefined
}

export const saveExpectedUntil = async (
  tx: Tx,
  centralUnitId: string,
  until: { expectedUntil: Date; expectAt: Date | null },
): Promise<void> => {
  await tx.update(of).set(until).where(eq(of.centralUnitId, centralUnitId))
}
