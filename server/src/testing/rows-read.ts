import { sql } from 'drizzle-orm'
import type { Tx } from '../kernel/transaction.ts'

/** Number of rows of a table read by a piece of work, by index or not; call within a transaction. */
export const rowsRead = async (tx: Tx, table: string, work: () => Promise<unknown>): Promise<number> => {
  const count = async () => {
    const { rows } = await tx.execute<{ n: number }>(
      sql`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables where relname = ${table}`,
    )
    return rows[0]?.n ?? 0
  }
  const before = await count()
  await work()
  return (await count()) - before
}
