import { sql } from 'drizzle-orm'
import type { Tx } from './transaction.ts'
import { visitTable } from './visits.schema.ts'

export type AdminAccessRow = typeof visitTable.$inferInsert

/** Keeps a visit; one that is kept already for that hour stays as it is. */
export const recordAdminAccess = async (tx: Tx, row: AdminAccessRow): Promise<void> => {
  await tx.insert(visitTable).values(row).onConflictDoNothing()
}

/** Removes some of the visits before; answers how many. */
export const deleteOldAdminAccess = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    delete from ${visitTable} where ctid in (
      select ctid from ${visitTable} where ${visitTable.at} < ${before.toISOString()} limit ${limit})`)
  return rowCount ?? 0
}
