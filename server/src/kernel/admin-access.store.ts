import { sql } from 'drizzle-orm'
import type { Tx } from './transaction.ts'
import { visitTable } from './visits.schema.ts'

export type AdminAccessRow = typeof visitTable.$inferInsert

/** Saves a visit; an existing row for the same hour is left unchanged. */
export const recordAdminAccess = async (tx: Tx, row: AdminAccessRow): Promise<void> => {
  await tx.insert(visitTable).values(row).onConflictDoNothing()
}

export const deleteOldAdminAccess = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    delete from ${visitTable} where ctid in (
      select ctid from ${visitTable} where ${visitTable.at} < ${before.toISOString()} limit ${limit})`)
  return rowCount ?? 0
}
