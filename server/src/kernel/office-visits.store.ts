import { sql } from 'drizzle-orm'
import { officeVisitTable } from './office-visits.schema.ts'
import type { Tx } from './transaction.ts'

export type OfficeVisitRow = typeof officeVisitTable.$inferInsert

/** Saves a visit; an existing row for the same hour is left unchanged. */
export const insertOfficeVisit = async (tx: Tx, row: OfficeVisitRow): Promise<void> => {
  await tx.insert(officeVisitTable).values(row).onConflictDoNothing()
}

export const deleteOldOfficeVisits = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    delete from ${officeVisitTable} where ctid in (
      select ctid from ${officeVisitTable} where ${officeVisitTable.at} < ${before.toISOString()} limit ${limit})`)
  return rowCount ?? 0
}
