import type { BackgroundParts } from './background.ts'
import { inDatabaseLane } from './database-lane.ts'
import { createDeadline } from './deadline.ts'
import { evaluateConditions } from './due-rows.store.ts'
import type { WakeableTask } from './run-task.ts'
import type { Task } from './task.ts'

const pollIntervalMs = 1_000

/** Milliseconds for the conditions of all tasks: a locked table must not stop tasks of other tables. */
const longestLookMs = 2_000

type WaitingTask = { due: Task['due'] | undefined; running: Pick<WakeableTask, 'takeTurnIfIdle'> }

/**
 * Starts the tasks of a node whose rows are due. If the conditions cannot be evaluated, all tasks take a turn: a broken
 * condition must not stop the others.
 */
export const dueRowsTask = (
  { db, ports }: Pick<BackgroundParts, 'db' | 'ports'>,
  tasks: readonly WaitingTask[],
): Task => {
  const waiting = tasks.flatMap(({ due, running }) => (due ? [{ due, running }] : []))
  return {
    name: 'find due rows',
    everyMs: pollIntervalMs,
    turn: async () => {
      const now = ports.clock.now()
      let isDue: boolean[] | undefined
      const deadline = createDeadline(longestLookMs)
      const timer = setTimeout(() => deadline.abandon(), longestLookMs)
      try {
        const conditions = waiting.map(({ due }) => due(now))
        isDue = await inDatabaseLane({ kind: 'task', deadline }, () => evaluateConditions(db, conditions))
      } catch (error) {
        // The statement names every table of the tasks, but not the locked one.
        throw deadline.remainingMs() === 1 ? new Error(`rows of tasks were not found in ${longestLookMs} ms`) : error
      } finally {
        clearTimeout(timer)
        for (const [index, { running }] of waiting.entries()) if (isDue?.[index] ?? true) running.takeTurnIfIdle()
      }
    },
  }
}
