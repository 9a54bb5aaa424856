/** How much one plant may have of rounds. */
export const roundLimits = {
  /** Faults that one round is made of. */
  items: 200,
  /** Rounds that have not ended. */
  open: 50,
  title: 80,
  /** What is said of the work on one fault. */
  note: 500,
  /** Photos of the work on one fault. */
  photos: 4,
  minutes: 100_000,
  /** Open faults in one answer, and rounds. */
  pageSize: 200,
} as const

/** Seconds in which work that was pressed by mistake is taken back; after them the logbook has it. */
export const undoSeconds = 10
