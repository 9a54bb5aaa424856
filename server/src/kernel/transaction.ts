import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { DomainEvent, Publish } from './domain-events.ts'
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
  /** Where domain events go once they have happened for good; nowhere when left out. */
  publish?: Publish
  isolationLevel?: 'read committed' | 'repeatable read' | 'serializable'
  accessMode?: 'read only'
}

/** How a read runs: all its statements see one moment, and the database refuses what it would write. */
export const readOnly = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

const maxAttempts = 3
const conflicts: ReadonlySet<string | undefined> = new Set([sqlStates.serializationFailure, sqlStates.deadlock])

/** What has happened in each open transaction so far. */
const eventsOf = new WeakMap<Tx, Set<DomainEvent>>()

/**
 * Publishes a domain event after COMMIT, beside the statement that makes it true; not at all where the transaction is
 * rolled back, and once however often it happens in one. A statement outside of a transaction publishes nothing: who acts
 * on such events finds in the rows what they were not notified of.
 */
export const happened = (tx: Tx, event: DomainEvent): void => void eventsOf.get(tx)?.add(event)

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
  { log, publish, ...modes }: TransactionOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const listeners: (() => void | Promise<void>)[] = []
    const events = new Set<DomainEvent>()
    let result: T
    try {
      result = await db.transaction((tx) => {
        eventsOf.set(tx, events)
        return work(tx, (listener) => listeners.push(listener))
      }, modes)
    } catch (error) {
      if (attempt >= maxAttempts || !conflicts.has(sqlStateOf(error))) throw error
      log.info({ attempt, sqlState: sqlStateOf(error) }, 'The transaction met another one and is run again')
      continue
    }
    for (const event of events) publish?.(event, undefined)
    await notify(listeners, log)
    return result
  }
}
