/** Severity order of everything that has a state, worst first. */
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
