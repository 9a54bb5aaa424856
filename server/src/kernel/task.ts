import type { BackgroundParts } from './background.ts'
import type { DomainEvent } from './domain-events.ts'

/**
 * What a feature does without a caller: turn after turn, on every node, for as long as the server runs. What is due stands in rows, each of
 * which a turn takes with a lock, so that any number of nodes may have the same task.
 */
export type Task = {
  /** For the log. */
  readonly name: string
  /** Milliseconds from one turn to the next while nothing wakes it; it only ever waits to be woken where this is left out. */
  readonly everyMs?: number
  /** Events of this node after which something may be due at once. */
  readonly wokenBy?: readonly DomainEvent[]
  /** Milliseconds from an event to the turn that it wakes, in which further events cost nothing; none when left out. */
  readonly pauseMs?: number
  /** One turn, never two at once. It answers `true` where there is more to do: the next turn then follows at once. A failure is logged. */
  readonly turn: (stopping: AbortSignal) => Promise<unknown>
  /** Waits for what turns have begun and not waited for. */
  readonly idle?: () => Promise<void>
}

/** Declares a task of a feature, which `server/src/composition/background.ts` lists. */
export type TaskOf = (parts: BackgroundParts) => Task
