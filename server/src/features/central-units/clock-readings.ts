/** A clock further off than this is set right by the platform; commands would soon seem outdated to the unit. */
export const toleratedDriftS = 30

/** Whether a clock that was last read so many seconds ahead is wrong; one that nobody has read is not known to be. */
export const isClockWrong = (driftS: number | null): boolean => Math.abs(driftS ?? 0) > toleratedDriftS
