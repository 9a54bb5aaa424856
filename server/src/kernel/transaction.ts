import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgTransactionConfig } from 'drizzle-orm/pg-core'

/** How a transaction begins. */
export type TransactionConfig = PgTransactionConfig & {
  /** No statement may take longer than so many milliseconds. */
  statementMs?: number
}

type PooledDb = NodePgDatabase<Record<string, never>>
type Transaction = Parameters<Parameters<PooledDb['transaction']>[0]>[0]

/** The database outside of a transaction. Features use it for one thing: to open a transaction. */
export type Db = PooledDb & {
  transaction<T>(work: (tx: Transaction) => Promise<T>, config?: TransactionConfig): Promise<T>
}

/** What store functions read and write through: an open transaction, or the pool for a statement that stands alone. */
export type Tx = PgDatabase<NodePgQueryResultHKT, Record<string, never>>
