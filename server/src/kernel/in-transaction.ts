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
  /** What becomes of what was collected, right before COMMIT, in this order. */
  beforeCommit?: readonly Finisher[]
  /** Shows screens what was broadcast. */
  deliver?(broadcasts: Broadcast[]): void
  /** Notifies the subscribers of an event. */
  publish?(event: DomainEvent): void
  isolationLevel?: 'read committed' | 'repeatable read' | 'serializable'
  accessMode?: 'read only'
  /** The time of the call that the transaction belongs to; unlimited when left out. */
  deadline?: Deadline | undefined
}

/** How a read runs: all its statements see one moment, and the database refuses what it would write. Nothing leaves it. */
export const readOnly = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

const maxAttempts = 3
const conflicts: ReadonlySet<string | undefined> = new Set([sqlStates.serializationFailure, sqlStates.deadlock])

const runEffects = (effects: readonly (() => void)[], log: Log): void => {
  for (const effect of effects) {
    try {
      effect()
    } catch (error) {
      // The data is committed and the caller must be answered so; what was not sent is sent again.
      log.error({ err: error }, 'what was to be done after COMMIT failed')
    }
  }
}

/** What a failed attempt means for the caller; null where the transaction runs again. */
const errorForCaller = (error: unknown, isLastAttempt: boolean, deadline: Deadline | undefined): unknown => {
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
 * Does a piece of work in one transaction and sends what leaves it after COMMIT. When the database ends the transaction for the
 * sake of another one (serialization failure, deadlock), `run` starts again, at most three times in all; so it must have no
 * effect but through its work.
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
        // COMMIT is sent in the same turn of the event loop. A read stores nothing: its outcome is never unknown.
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
    const { output, leaving } = result
    runEffects(leaving.effects, log)
    if (leaving.broadcasts.length > 0) deliver?.(leaving.broadcasts)
    for (const event of leaving.events) publish?.(event)
    return output
  }
}
