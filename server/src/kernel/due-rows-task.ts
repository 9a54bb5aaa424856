import type { BackgroundParts } from './background.ts'
import { evaluateConditions } from './due-rows.store.ts'
import type { WakeableTask } from './run-task.ts'
import type { Task } from './task.ts'

const pollIntervalMs = 1_000

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
      try {
        isDue = await evaluateConditions(
          db,
          waiting.map(({ due }) => due(now)),
        )
      } finally {
        for (const [index, { running }] of waiting.entries()) if (isDue?.[index] ?? true) running.takeTurnIfIdle()
      }
    },
  }
}
