/** Limits of the maintenance rounds of one plant. */
export const roundLimits = {
  /** Maximum faults of one round. */
  items: 200,
  /** Maximum open rounds. */
  open: 50,
  title: 80,
  /** Maximum characters of the note on the work on one fault. */
  note: 500,
  /** Maximum photos of the work on one fault. */
  photos: 4,
  minutes: 100_000,
  /** Maximum open faults, and maximum rounds, in one answer. */
  pageSize: 200,
} as const

/** Seconds in which work can be undone; afterwards it is in the logbook. */
export const undoSeconds = 10
