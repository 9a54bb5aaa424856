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
  /** Up to when its runs are kept. */
  expectedUntil: Date
}

/** Takes units whose next run ought to have been, so that no other node does. */
export const takeListsToExpect = async (tx: Tx, now: Date, limit: number): Promise<UnitToExpect[]> => {
  const { id, plantId, unit, removedAt } = centralUnitTable
  const rows = await tx
    .select({ centralUnitId: id, plantId, unit, taken: of.taken, expectedUntil: of.expectedUntil })
    .from(of)
    .innerJoin(centralUnitTable, and(eq(id, of.centralUnitId), isNull(removedAt)))
    .where(and(lte(of.expectAt, now), isNotNull(of.taken), isNotNull(of.expectedUntil)))
    .orderBy(asc(of.expectAt))
    .limit(limit)
    .for('update', { of, skipLocked: true })
  return rows.flatMap(({ taken, expectedUntil, ...row }) =>
    taken && expectedUntil ? [{ ...row, taken, expectedUntil }] : [],
  )
}

export const keepExpected = async (
  tx: Tx,
  centralUnitId: string,
  until: { expectedUntil: Date; expectAt: Date | null },
): Promise<void> => {
  await tx.update(of).set(until).where(eq(of.centralUnitId, centralUnitId))
}
