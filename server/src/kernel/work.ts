import type { ErrorCode } from '@vigilux/contract/errors.ts'
import type { EventData, EventName } from '@vigilux/contract/events.ts'
import type { Ports } from '../ports/ports.ts'
import { type AuditRecorder, createAuditRecorder } from './audit-notes.ts'
import type { Audience, Broadcast, Bus } from './bus.ts'
import { isOutcomeKnown } from './commit-outcome.ts'
import type { Deadline } from './deadline.ts'
import type { DomainEvent } from './domain-events.ts'
import type { Log } from './log.ts'
import { type Fail, failWith, Refusal, tooSlow } from './refusal.ts'
import { sqlStateOf, sqlStates } from './sql-state.ts'
import type { Db, Tx } from './transaction.ts'

/** Items accumulated during a piece of work and processed together right before its COMMIT. */
export type Collection<Item> = { readonly name: string; readonly item?: Item }

/** Declares a collection. `server/src/composition/background.ts` lists its finisher. */
export const collection = <Item>(name: string): Collection<Item> => ({ name })

/** Processes the items of one collection, within the same transaction. */
export type Finisher = { readonly name: string; finish(work: Work, items: unknown[]): Promise<void> }

export const finisher = <Item>(
  { name }: Collection<Item>,
  finish: (work: Work, items: Item[]) => Promise<void>,
): Finisher =>
  // Only `collect` adds items to a collection, so their type is certain.
  ({ name, finish: (work, items) => finish(work, items as Item[]) })

/**
 * Its writes are stored together or not at all; its effects are sent after COMMIT. It names its refusal codes: a
 * function with `Work<'A'>` can only be called where `A` is declared.
 */
export type Work<Code extends ErrorCode = never> = {
  /** The open transaction. */
  readonly tx: Tx
  readonly ports: Ports
  /** Start of the work, by the clock of the database. */
  readonly now: Date
  /** Audit record of the work, stored only for a person's request. */
  readonly audit: AuditRecorder
  /** Shows an event on screens after COMMIT. Delivery is not guaranteed: after missing it, a screen reads again. */
  broadcast<N extends EventName>(audience: Audience, event: N, data: EventData<N>): void
  /** Notifies other features after COMMIT, once per event. Delivery is not guaranteed: essential work is a row. */
  emit(event: DomainEvent): void
  /** Adds items to be processed right before COMMIT. */
  collect<Item>(target: Collection<Item>, ...items: readonly Item[]): void
  /** Runs an effect after COMMIT and before any notification. Lost if the server stops in between. */
  afterCommit(effect: () => void): void
  /** Refuses the whole work: nothing of it is stored. */
  readonly fail: Fail<Code>
}

/** The same work for code which may refuse it. The caller handles the refusal, or loses the whole work. */
export const refusable = <Code extends ErrorCode = never>(work: Work): Work<Code> => ({ ...work, fail: failWith() })

/** Runs a piece of work in one transaction; database and log are bound. */
export type InTransaction = <T>(work: (work: Work) => Promise<T>, deadline?: Deadline) => Promise<T>

/** Effects of a piece of work after its COMMIT. */
export type CommittedEffects = { effects: (() => void)[]; broadcasts: Broadcast[]; events: ReadonlySet<DomainEvent> }

/** Opens a piece of work on a transaction. Call `finish` before COMMIT; `committedEffects` is then complete. */
export const openWork = (tx: Tx, ports: Ports, finishers: readonly Finisher[]) => {
  const committed = { effects: [] as (() => void)[], broadcasts: [] as Broadcast[], events: new Set<DomainEvent>() }
  const collectedItems = new Map<string, unknown[]>()
  const work: Work = {
    tx,
    ports,
    now: ports.clock.now(),
    audit: createAuditRecorder(),
    // The compiler cannot relate an event to its data.
    broadcast: (audience, event, data) => void committed.broadcasts.push({ audience, event, data } as Broadcast),
    emit: (event) => void committed.events.add(event),
    collect({ name }, ...items) {
      if (items.length > 0) collectedItems.set(name, [...(collectedItems.get(name) ?? []), ...items])
    },
    afterCommit: (effect) => void committed.effects.push(effect),
    fail: failWith(),
  }
  return {
    work,
    committedEffects: committed as CommittedEffects,
    /** Processes the collected items in the order of the finishers, until none is left. */
    async finish(): Promise<void> {
      while (collectedItems.size > 0) {
        const next = finishers.find(({ name }) => collectedItems.has(name))
        if (!next) throw new Error(`nothing finishes ${[...collectedItems.keys()].join(', ')}`)
        const items = collectedItems.get(next.name) ?? []
        collectedItems.delete(next.name)
        await next.finish(work, items)
      }
    },
  }
}

type TransactionOptions = {
  log: Log
  ports: Ports
  /** Finishers of the collections, run in this order right before COMMIT. */
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
const readOnly = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

const maxAttempts = 3
const conflicts: ReadonlySet<string | undefined> = new Set([sqlStates.serializationFailure, sqlStates.deadlock])

const runEffects = (effects: readonly (() => void)[], log: Log): void => {
  for (const effect of effects) {
    try {
      effect()
    } catch (error) {
      // The data is committed, so the caller must get a success; unsent effects are sent again.
      log.error({ err: error }, 'an effect after COMMIT failed')
    }
  }
}

/** The error of a failed attempt for the caller; null if the transaction runs again. */
const errorForCaller = (error: unknown, isLastAttempt: boolean, deadline: Deadline | undefined): unknown => {
  const sqlState = sqlStateOf(error)
  if (conflicts.has(sqlState)) {
    deadline?.rolledBack()
    return isLastAttempt ? error : null
  }
  if (deadline?.isCommitting() && !isOutcomeKnown(error))
    return new Refusal('OUTCOME_UNKNOWN', { retryAfterS: 1 }, { cause: error })
  // The statement was canceled at the deadline.
  if (deadline && sqlState === sqlStates.queryCanceled) return tooSlow()
  return error
}

/**
 * Sends effects after COMMIT. If the database aborts the transaction in favor of another one (serialization failure,
 * deadlock), `run` is retried, at most three attempts, so it must have no effects outside of its work.
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
      log.info({ attempt, sqlState: sqlStateOf(error) }, 'The transaction conflicted with another one and runs again')
      continue
    }
    const { output, leaving: committed } = result
    runEffects(committed.effects, log)
    if (committed.broadcasts.length > 0) deliver?.(committed.broadcasts)
    for (const event of committed.events) publish?.(event)
    return output
  }
}

type TransactionParts = Pick<TransactionOptions, 'log' | 'ports' | 'beforeCommit' | 'publish'> & {
  db: Db
  /** Takes broadcasts to the screens of every node. */
  bus: Pick<Bus, 'deliver'>
}

/** The transactions of the server: every handler, listener and task runs in one of them. */
export const openTransactions = ({ db, bus, ...parts }: TransactionParts) => {
  const { log, ports } = parts
  const inProductTransaction: InTransaction = (run, deadline) =>
    inTransaction(db, run, { ...parts, deliver: bus.deliver, deadline })
  const inReadTransaction: InTransaction = (run, deadline) =>
    inTransaction(db, run, { log, ports, deadline, ...readOnly })
  return { inTransaction: inProductTransaction, inReadTransaction }
}
