import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { workingUnitTable } from './commands.schema.ts'

/** Marks a unit as working until the given time at the latest. */
export const startWorking = async (tx: Tx, plantId: string, unit: string, until: Date): Promise<void> => {
  await tx
    .insert(workingUnitTable)
    .values({ plantId, unit, until })
    .onConflictDoUpdate({ target: [workingUnitTable.plantId, workingUnitTable.unit], set: { until } })
}

export const stopWorking = async (tx: Tx, plantId: string, unit: string): Promise<void> => {
  await tx.delete(workingUnitTable).where(and(eq(workingUnitTable.plantId, plantId), eq(workingUnitTable.unit, unit)))
}

/** The units of these plants that are working now, as `plantId unit` pairs. */
export const workingUnits = async (tx: Tx, plantIds: string[], now: Date): Promise<Set<string>> => {
  if (plantIds.length === 0) return new Set()
  const rows = await tx
    .select()
    .from(workingUnitTable)
    .where(and(inArray(workingUnitTable.plantId, plantIds), gt(workingUnitTable.until, now)))
  return new Set(rows.map((row) => `${row.plantId} ${row.unit}`))
}

/** Ends the flag of units whose time is over; answers which. */
export const endOverdueWork = (tx: Tx, now: Date): Promise<{ plantId: string; unit: string }[]> =>
  tx
    .delete(workingUnitTable)
    .where(lte(workingUnitTable.until, now))
    .returning({ plantId: workingUnitTable.plantId, unit: workingUnitTable.unit })
