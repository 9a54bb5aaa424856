import { desc, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../kernel/transaction.ts'

/** Start of the newest `maxRows` lines, if a search leaves older lines out; null if there are no more. */
export const findSearchBound = async (
  tx: Tx,
  { table, at, where }: { table: PgTable; at: PgColumn; where?: SQL | undefined },
  maxRows: number,
): Promise<Date | null> => {
  const [row] = await tx.select({ at }).from(table).where(where).orderBy(desc(at)).offset(maxRows).limit(1)
  return (row?.at as Date | undefined) ?? null
}
