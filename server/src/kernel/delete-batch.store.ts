import { and, inArray, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './transaction.ts'

/**
 * Deletes at most `limit` rows with a condition, found by their key; returns how many. The condition is checked again
 * on deletion: a row renewed meanwhile by another transaction stays.
 */
export const deleteBatch = async (
  tx: Tx,
  { table, key, which: condition, limit }: { table: PgTable; key: PgColumn; which: SQL; limit: number },
): Promise<number> => {
  const keys = tx.select({ key }).from(table).where(condition).limit(limit)
  const { rowCount } = await tx.delete(table).where(and(condition, inArray(key, keys)))
  return rowCount ?? 0
}
