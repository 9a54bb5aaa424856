import type { TaskFactory } from '../../kernel/task.ts'
import { countErrorWeek } from './error-weeks.store.ts'

const checkIntervalMs = 600_000

/** Counts the plants with errors at the first look in each week. */
export const errorWeekTask: TaskFactory = ({ inTransaction }) => ({
  name: 'count plants with errors',
  everyMs: checkIntervalMs,
  turn: () => inTransaction(({ tx, now }) => countErrorWeek(tx, now)),
})
