import { defineErrors } from '../../kernel/errors.ts'

export const roundErrors = defineErrors({
  /** The round, or the fault of one. */
  ROUND_NOT_FOUND: 404,
  /** Nothing is taken into it or out of it any more, and nothing of it left for later. */
  ROUND_ENDED: 409,
  /** With `limit` and what it is of: `rounds` that are open, or `items` of one. */
  ROUND_LIMIT: 409,
  /** It is planned for a day that is over in the plant. */
  ROUND_DAY_PAST: 400,
  /** Neither the unit reports it nor does a round await its proof; with `topic`, `lamp` and `error`. */
  FAULT_NOT_OPEN: 409,
  /** With `topic`, `lamp`, `error` and the title of the `round` that holds it. */
  FAULT_IN_ROUND: 409,
  /** Who is to carry it out may not do so in this plant. */
  ASSIGNEE_MAY_NOT: 409,
  /** Somebody has done it; with `by`, `at` and `kind`. */
  ROUND_ITEM_DONE: 409,
  /** The logbook has it: what is wrong is corrected there, with another entry. */
  UNDO_TOO_LATE: 409,
  /** Before the fault was taken into the round, or in the future. */
  WORK_TIME_WRONG: 400,
})
