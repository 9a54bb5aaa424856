import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { unitHoldTable } from './commands.schema.ts'

export type UnitHold = typeof unitHoldTable.$inferSelect

export const findHold = async (tx: Tx, plantId: string, unit: string): Promise<UnitHold | undefined> => {
  const [row] = await tx
    .select()
    .from(unitHoldTable)
    .where(and(eq(unitHoldTable.plantId, plantId), eq(unitHoldTable.unit, unit)))
  return row
}

/** Claims a unit for an operation; false if another one has it, or claims it concurrently. */
export const claimHold = async (tx: Tx, hold: UnitHold): Promise<boolean> => {
  const insertedHolds = await tx.insert(unitHoldTable).values(hold).onConflictDoNothing().returning()
  return insertedHolds.length > 0
}

export const releaseHold = async (tx: Tx, operationId: string): Promise<void> => {
  await tx.delete(unitHoldTable).where(eq(unitHoldTable.operationId, operationId))
}
