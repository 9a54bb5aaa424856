import { and, inArray, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './transaction.ts'

/**
 * Removes at most so many of the rows that a condition names, found by their key; answers how many. Each is judged once
 * more as it is removed: one that was renewed while another transaction held it stays.
 */
export const deleteBatch = async (
  tx: Tx,
  { table, key, which, limit }: { table: PgTable; key: PgColumn; which: SQL; limit: number },
): Promise<number> => {
  const some = tx.select({ key }).from(table).where(which).limit(limit)
  const { rowCount } = await tx.delete(table).where(and(which, inArray(key, some)))
  return rowCount ?? 0
}
