import type { BackgroundParts } from './background.ts'
import type { DomainEvent } from './domain-events.ts'
import type { DueCondition } from './due-rows.store.ts'

/**
 * Background work of a feature, run repeatedly by every node. A turn locks the due rows, so nodes may run the same task
 * at the same time.
 */
export type Task = {
  /** Name in the log. */
  readonly name: string
  /**
   * SQL condition for due rows at an instant. All nodes evaluate the conditions of all tasks together, once a second,
   * so a task without due rows costs nothing. It may be true too often, never too rarely.
   */
  readonly due?: (now: Date) => DueCondition
  /** Milliseconds between turns without an event, for work no condition can find. */
  readonly everyMs?: number
  /** Events of this node to wake the task. */
  readonly wokenBy?: readonly DomainEvent[]
  /** Milliseconds from the first event to its turn; further events in between add nothing. 0 by default. */
  readonly pauseMs?: number
  /**
   * One turn; turns never overlap. Return `true` if more is due: the next turn then starts at once. An error is logged.
   */
  readonly turn: (stopSignal: AbortSignal) => Promise<unknown>
  /** Waits for unawaited work of earlier turns. */
  readonly idle?: () => Promise<void>
}

/** Declares a task of a feature, listed in `server/src/composition/background.ts`. */
export type TaskFactory = (parts: BackgroundParts) => Task
