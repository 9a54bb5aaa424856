import type { BackgroundParts } from './background.ts'
import type { DomainEvent } from './domain-events.ts'

/**
 * Background work of a feature. Every node runs every task, turn after turn. Due work is rows that a turn locks, so nodes may run the same
 * task at the same time.
 */
export type Task = {
  /** For the log. */
  readonly name: string
  /** Milliseconds between two turns while nothing wakes the task. Without it, only events wake the task. */
  readonly everyMs?: number
  /** Events of this node that wake the task. */
  readonly wokenBy?: readonly DomainEvent[]
  /** Milliseconds from the first event to the turn that it starts; further events in that time add nothing. 0 by default. */
  readonly pauseMs?: number
  /** One turn; two never run at once. Return `true` if there is more to do: the next turn then starts at once. An error is logged. */
  readonly turn: (stopping: AbortSignal) => Promise<unknown>
  /** Waits for work that turns started without waiting for it. */
  readonly idle?: () => Promise<void>
}

/** Declares a task of a feature, which `server/src/composition/background.ts` lists. */
export type TaskFactory = (parts: BackgroundParts) => Task
