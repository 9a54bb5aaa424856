/** Seconds of drift above which the platform sets a clock; commands would soon seem outdated to the unit. */
export const toleratedDriftS = 30

/** Whether a clock with this last reading is wrong; an unread clock counts as right. */
export const isClockWrong = (driftS: number | null): boolean => Math.abs(driftS ?? 0) > toleratedDriftS
