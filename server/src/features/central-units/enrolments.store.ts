import type { Enrolment } from '@vigilux/contract/features/central-units/central-unit.ts'
import { parseUnitId } from '@vigilux/device-plane/topics.ts'
import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import { deleteBatch } from '../../kernel/delete-batch.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { enrolmentTable } from '../../tables/central-units.schema.ts'

export type EnrolmentRow = typeof enrolmentTable.$inferSelect

export const toEnrolment = (row: EnrolmentRow): Enrolment => {
  const { cuId = '', cuType = '' } = parseUnitId(row.unit) ?? {}
  return {
    id: row.id,
    cu_id: cuId,
    cu_type: cuType,
    state: row.outcome === null ? 'waiting' : 'ended',
    outcome: row.outcome,
    unitReached: row.unitReached,
    startedAt: row.startedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}

export const findLastEnrolment = async (tx: Tx, plantId: string, unit: string): Promise<EnrolmentRow | undefined> => {
  const [row] = await tx
    .select()
    .from(enrolmentTable)
    .where(and(eq(enrolmentTable.plantId, plantId), eq(enrolmentTable.unit, unit)))
    .orderBy(desc(enrolmentTable.startedAt))
    .limit(1)
  return row
}

/** Opens a window; undefined if one is open already. */
export const insertEnrolment = async (tx: Tx, row: EnrolmentRow): Promise<EnrolmentRow | undefined> => {
  const [inserted] = await tx.insert(enrolmentTable).values(row).onConflictDoNothing().returning()
  return inserted
}

export const findOpenByCommand = async (tx: Tx, commandId: string): Promise<EnrolmentRow | undefined> => {
  const [row] = await tx
    .select()
    .from(enrolmentTable)
    .where(and(eq(enrolmentTable.commandId, commandId), isNull(enrolmentTable.outcome)))
  return row
}

export const saveEnrolment = async (
  tx: Tx,
  id: string,
  change: Partial<Pick<EnrolmentRow, 'outcome' | 'unitReached'>>,
): Promise<EnrolmentRow> => {
  const [row] = await tx.update(enrolmentTable).set(change).where(eq(enrolmentTable.id, id)).returning()
  if (!row) throw new Error(`enrolment ${id} is gone`)
  return row
}

/** Ends the open enrolment of a removed unit: it gets no answer, and would block another one. */
export const endOpenEnrolment = async (tx: Tx, plantId: string, unit: string): Promise<void> => {
  const { plantId: plantColumn, unit: unitColumn, outcome } = enrolmentTable
  await tx
    .update(enrolmentTable)
    .set({ outcome: 'error' })
    .where(and(eq(plantColumn, plantId), eq(unitColumn, unit), isNull(outcome)))
}

export const deleteOldEnrolments = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, { table: enrolmentTable, key: enrolmentTable.id, which: lt(enrolmentTable.expiresAt, before), limit })
