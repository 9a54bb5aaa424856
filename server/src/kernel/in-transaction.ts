import type { Ports } from '../ports/ports.ts'
import { isOutcomeKnown } from './commit-outcome.ts'
import type { Deadline } from './deadline.ts'
import type { DomainEvent } from './domain-events.ts'
import type { Log } from './log.ts'
import { Refusal } from './refusal.ts'
import { sqlStateOf, sqlStates } from './sql-state.ts'
import type { Db } from './transaction.ts'
import { type Broadcast, type CommittedEffects, type Finisher, openWork, type Work } from './work.ts'

export type TransactionOptions = {
  log: Log
  ports: Ports
  /** Finishers of what was collected, run in this order right before COMMIT. */
  beforeCommit?: readonly Finisher[]
  /** Shows broadcasts on screens. */
  deliver?(broadcasts: Broadcast[]): void
  /** Notifies the subscribers of an event. */
  publish?(event: DomainEvent): void
  isolationLevel?: 'read committed' | 'repeatable read' | 'serializable'
  accessMode?: 'read only'
  /** The deadline of the call; unlimited if left out. */
  deadline?: Deadline | undefined
}

/** Mode of a read: a snapshot in which the database refuses writes. A read sends nothing. */
export const readOnly = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

const maxAttempts = 3
const conflicts: ReadonlySet<string | undefined> = new Set([sqlStates.serializationFailure, sqlStates.deadlock])

const runEffects = (effects: readonly (() => void)[], log: Log): void => {
  for (const effect of effects) {
    try {
      effect()
    } catch (error) {
      // The data is committed, so the caller must get a success; what was not sent is sent again.
      log.error({ err: error }, 'what was to be done after COMMIT failed')
    }
  }
}

/** The error that a failed attempt means for the caller; null if the transaction runs again. */
const errorForCaller = (error: unknown, isLastAttempt: boolean, deadline: Deadline | undefined): unknown => {
  const sqlState = sqlStateOf(error)
  if (conflicts.has(sqlState)) {
    deadline?.rolledBack()
    return isLastAttempt ? error : null
  }
  if (deadline?.isCommitting() && !isOutcomeKnown(error))
    return new Refusal('OUTCOME_UNKNOWN', { retryAfterS: 1 }, { cause: error })
  // The statement was canceled at the deadline.
  if (deadline && sqlState === sqlStates.queryCanceled) return new Refusal('STORAGE_SLOW', { retryAfterS: 5 })
  return error
}

/**
 * Runs a piece of work in one transaction and sends its effects after COMMIT. If the database aborts the transaction in
 * favor of another one (serialization failure, deadlock), `run` is retried, at most three attempts. So `run` must have
 * no effects outside of its work.
 */
export async function inTransaction<T>(
  db: Db,
  run: (work: Work) => Promise<T>,
  { log, ports, beforeCommit = [], deliver, publish, deadline, ...modes }: TransactionOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    deadline?.check()
    const config = deadline ? { ...modes, statementMs: deadline.remainingMs() } : modes
    let result: { output: T; leaving: CommittedEffects }
    try {
      result = await db.transaction(async (tx) => {
        const { work, committedEffects, finish } = openWork(tx, ports, beforeCommit)
        const output = await run(work)
        await finish()
        // COMMIT is sent in the same turn of the event loop. A read stores nothing, so its outcome is never unknown.
        if (modes.accessMode === 'read only') deadline?.check()
        else deadline?.beginCommit()
        return { output, leaving: committedEffects }
      }, config)
    } catch (error) {
      const verdict = errorForCaller(error, attempt >= maxAttempts, deadline)
      if (verdict !== null) throw verdict
      log.info({ attempt, sqlState: sqlStateOf(error) }, 'The transaction met another one and is run again')
      continue
    }
    const { output, leaving: committed } = result
    runEffects(committed.effects, log)
    if (committed.broadcasts.length > 0) deliver?.(committed.broadcasts)
    for (const event of committed.events) publish?.(event)
    return output
  }
}
