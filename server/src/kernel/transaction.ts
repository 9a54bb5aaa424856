import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgTransactionConfig } from 'drizzle-orm/pg-core'
import { isOutcomeKnown } from './commit-outcome.ts'
import type { Deadline } from './deadline.ts'
import type { DomainEvent, Publish } from './domain-events.ts'
import type { Log } from './log.ts'
import { Refusal } from './refusal.ts'
import { sqlStateOf, sqlStates } from './sql-state.ts'

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

/** Opens a transaction for a piece of work; on which database, and what is logged, is settled. */
export type InTransaction = <T>(work: (tx: Tx) => Promise<T>, deadline?: Deadline) => Promise<T>

/**
 * Acts on what has happened in a transaction before its COMMIT. Answers what is left to be done after COMMIT, or null
 * where there was nothing to settle: then the event is published as any other.
 */
export type Settle = (event: DomainEvent, tx: Tx) => Promise<(() => void) | null>

export interface TransactionOptions {
  log: Log
  /** Where domain events go once they have happened for good; nowhere when left out. */
  publish?: Publish
  /** Who acts on a domain event within the transaction itself, before COMMIT; nobody when left out. */
  settle?: Settle
  isolationLevel?: 'read committed' | 'repeatable read' | 'serializable'
  accessMode?: 'read only'
  /** The time of the call that the transaction belongs to; unlimited when left out. */
  deadline?: Deadline | undefined
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

/** What is to be done in each open transaction right before its COMMIT. */
const lastWorkOf = new WeakMap<Tx, Set<LastWork>>()
export type LastWork = (tx: Tx) => Promise<void>

/**
 * Does a piece of work as the last of its transaction, once however often it is asked for: what it locks is held for no longer
 * than it takes. A statement outside of a transaction has nothing to wait for: then it is done at once, in one of its own.
 */
export const beforeCommit = async (tx: Tx, work: LastWork): Promise<void> => {
  const asked = lastWorkOf.get(tx)
  if (asked) asked.add(work)
  else await tx.transaction(work)
}

/** Lets those who may settle what has happened do so; answers what of that is left to be done after COMMIT. */
const settleEvents = async (tx: Tx, events: Set<DomainEvent>, settle: Settle): Promise<(() => void)[]> => {
  const left: (() => void)[] = []
  for (const event of [...events]) {
    // Taken out first: it may happen once more while it is settled.
    events.delete(event)
    const afterwards = await settle(event, tx)
    if (afterwards) left.push(afterwards)
    else events.add(event)
  }
  return left
}

const runEach = (left: (() => void)[], log: Log): void => {
  for (const work of left) {
    try {
      work()
    } catch (error) {
      // The data is committed and the caller must be answered so; what was not sent is sent again.
      log.error({ err: error }, 'what was left to be done after commit failed')
    }
  }
}

/** What a failed attempt means for the caller; null where the transaction runs again. */
const verdictOn = (error: unknown, isLastAttempt: boolean, deadline: Deadline | undefined): unknown => {
  const sqlState = sqlStateOf(error)
  if (conflicts.has(sqlState)) {
    deadline?.rolledBack()
    return isLastAttempt ? error : null
  }
  if (deadline?.isCommitting() && !isOutcomeKnown(error))
    return new Refusal('OUTCOME_UNKNOWN', { retryAfterS: 1 }, { cause: error })
  // The statement ran into the end of the deadline.
  if (deadline && sqlState === sqlStates.queryCanceled) return new Refusal('STORAGE_SLOW', { retryAfterS: 5 })
  return error
}

/**
 * Runs `work` in one transaction; publishes what has happened in it after COMMIT. When the database ends the transaction
 * for the sake of another one (serialization failure, deadlock), `work` runs again from its start, at most three times in
 * all; so it must have no effect but through `tx`.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { log, publish, settle, deadline, ...modes }: TransactionOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    deadline?.check()
    const config = deadline ? { ...modes, statementMs: deadline.remainingMs() } : modes
    const events = new Set<DomainEvent>()
    let left: (() => void)[] = []
    let result: T
    try {
      result = await db.transaction(async (tx) => {
        eventsOf.set(tx, events)
        const lastWork = new Set<LastWork>()
        lastWorkOf.set(tx, lastWork)
        const output = await work(tx)
        if (settle && events.size > 0) left = await settleEvents(tx, events, settle)
        for (const last of lastWork) await last(tx)
        // COMMIT is sent in the same turn of the event loop. A read stores nothing: its outcome is never unknown.
        if (modes.accessMode === 'read only') deadline?.check()
        else deadline?.beginCommit()
        return output
      }, config)
    } catch (error) {
      const verdict = verdictOn(error, attempt >= maxAttempts, deadline)
      if (verdict !== null) throw verdict
      log.info({ attempt, sqlState: sqlStateOf(error) }, 'The transaction met another one and is run again')
      continue
    }
    runEach(left, log)
    for (const event of events) publish?.(event, undefined)
    return result
  }
}
