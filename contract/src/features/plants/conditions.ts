/** Severity order of all states, worst first. */
export const conditions = [
  'emergency',
  'error',
  'offline',
  'inhibited',
  'warning',
  'notExecuted',
  'testRunning',
  'unknown',
  'ok',
] as const
export type Condition = (typeof conditions)[number]
