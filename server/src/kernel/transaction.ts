import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { Log } from './log.ts'
import { sqlStateOf, sqlStates } from './sql-state.ts'

/** The database outside of a transaction. Features use it for one thing: to open a transaction. */
export type Db = NodePgDatabase<Record<string, never>>

/** What store functions read and write through: an open transaction, or the pool for a statement that stands alone. */
export type Tx = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

/** Opens a transaction for a piece of work; on which database, and what is logged, is settled. */
export type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Registers what to announce once the transaction is committed; nothing is announced when it is not. */
export type AfterCommit = (listener: () => void | Promise<void>) => void

export interface TransactionOptions {
  log: Log
  isolationLevel?: 'read committed' | 'repeatable read' | 'serializable'
  accessMode?: 'read only'
}

/** How a read runs: all its statements see one moment, and the database refuses what it would write. */
export const readOnly = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

const maxAttempts = 3
const conflicts: ReadonlySet<string | undefined> = new Set([sqlStates.serializationFailure, sqlStates.deadlock])

async function notify(listeners: (() => void | Promise<void>)[], log: Log): Promise<void> {
  for (const listener of listeners) {
    try {
      await listener()
    } catch (error) {
      // The data is committed and the caller must be answered so; a lost announcement is refetched.
      log.error({ err: error }, 'A listener failed after commit')
    }
  }
}

/**
 * Runs `work` in one transaction and, after COMMIT, its listeners in the order in which they were registered.
 * When the database ends the transaction for the sake of another one (serialization failure, deadlock), `work` runs
 * again from its start, at most three times in all; so it must have no effect but through `tx` and `afterCommit`.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>,
  { log, ...modes }: TransactionOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const listeners: (() => void | Promise<void>)[] = []
    let result: T
    try {
      result = await db.transaction((tx) => work(tx, (listener) => listeners.push(listener)), modes)
    } catch (error) {
      if (attempt >= maxAttempts || !conflicts.has(sqlStateOf(error))) throw error
      log.info({ attempt, sqlState: sqlStateOf(error) }, 'The transaction met another one and is run again')
      continue
    }
    await notify(listeners, log)
    return result
  }
}
