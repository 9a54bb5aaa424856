/**
 * An upper bound in milliseconds, for a project running alone. Next to CPU-heavy suites only a generous timeout
 * applies.
 */
export const maxMs = (ms: number): number => (process.env.JUDGE_TIMES === 'yes' ? ms : 30_000)
