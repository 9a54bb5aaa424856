import { and, eq, gt, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { unitCommandTable, workingUnitTable } from './commands.schema.ts'

const isOfUnit = (plantId: string, unit: string) =>
  and(eq(workingUnitTable.plantId, plantId), eq(workingUnitTable.unit, unit))

/** Marks a unit as working until the given time at the latest, or longer if it was marked so already. */
export const startWorking = async (tx: Tx, plantId: string, unit: string, until: Date): Promise<void> => {
  await tx
    .insert(workingUnitTable)
    .values({ plantId, unit, until })
    .onConflictDoUpdate({
      target: [workingUnitTable.plantId, workingUnitTable.unit],
      set: { until: sql`greatest(${workingUnitTable.until}, excluded.until)` },
    })
}

export const stopWorking = async (tx: Tx, plantId: string, unit: string): Promise<void> => {
  await tx.delete(workingUnitTable).where(isOfUnit(plantId, unit))
}

export const isWorkingAt = (plantId: string, unit: string, at: Date): SQL<boolean> =>
  sql`exists (select 1 from ${workingUnitTable} where ${isOfUnit(plantId, unit)} and ${gt(workingUnitTable.until, at)})`

export const isWorking = async (tx: Tx, plantId: string, unit: string, now: Date): Promise<boolean> => {
  const [flag] = await tx
    .select({ until: workingUnitTable.until })
    .from(workingUnitTable)
    .where(isOfUnit(plantId, unit))
  return flag !== undefined && flag.until > now
}

/**
 * Whether a unit still counts as working after one of its commands has ended: the flag is cleared with the last command
 * to set it. The unit is locked first, so of two concurrent ends the later one sees both.
 */
export const isStillWorking = async (tx: Tx, plantId: string, unit: string, now: Date): Promise<boolean> => {
  const [flag] = await tx.select().from(workingUnitTable).where(isOfUnit(plantId, unit)).for('update')
  if (!flag) return false
  const table = unitCommandTable
  const [pending] = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.unit, unit), eq(table.plantId, plantId), eq(table.setsWorking, true), isNotNull(table.dueAt)))
    .limit(1)
  if (pending) return flag.until > now
  await stopWorking(tx, plantId, unit)
  return false
}

/** The working units of these plants, as `plantId unit` pairs. */
export const listWorkingUnits = async (tx: Tx, plantIds: string[], now: Date): Promise<Set<string>> => {
  if (plantIds.length === 0) return new Set()
  const rows = await tx
    .select()
    .from(workingUnitTable)
    .where(and(inArray(workingUnitTable.plantId, plantIds), gt(workingUnitTable.until, now)))
  return new Set(rows.map((row) => `${row.plantId} ${row.unit}`))
}

const isOverdue = (now: Date) => lte(workingUnitTable.until, now)

export const isAnyWorkOverdue = (now: Date): SQL =>
  sql`exists (select from ${workingUnitTable} where ${isOverdue(now)})`

/** Clears expired flags of units; returns which. */
export const endOverdueWork = (tx: Tx, now: Date): Promise<{ plantId: string; unit: string }[]> =>
  tx
    .delete(workingUnitTable)
    .where(isOverdue(now))
    .returning({ plantId: workingUnitTable.plantId, unit: workingUnitTable.unit })
