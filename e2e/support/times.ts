/**
 * A bound of time, in milliseconds, for a project that runs with nothing beside it. Beside suites that compute, a state only has
 * to come.
 */
export const maxMs = (ms: number): number => (process.env.JUDGE_TIMES === 'yes' ? ms : 30_000)
