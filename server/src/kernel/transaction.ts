import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgTransactionConfig } from 'drizzle-orm/pg-core'

/** Options of a transaction. */
export type TransactionConfig = PgTransactionConfig & {
  /** Statement timeout in milliseconds. */
  statementMs?: number
}

type PooledDb = NodePgDatabase<Record<string, never>>
type Transaction = Parameters<Parameters<PooledDb['transaction']>[0]>[0]

/** The database outside of a transaction. Features use it only to open one. */
export type Db = PooledDb & {
  transaction<T>(work: (tx: Transaction) => Promise<T>, config?: TransactionConfig): Promise<T>
}

/** Database access of store functions: an open transaction, or the pool for a single statement. */
export type Tx = PgDatabase<NodePgQueryResultHKT, Record<string, never>>
