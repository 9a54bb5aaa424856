import { defineErrors } from '../../kernel/errors.ts'

export const plannerErrors = defineErrors({
  PLAN_NOT_FOUND: 404,
  /** The plan that was accepted is not discarded: another that is accepted takes its place. */
  PLAN_ACCEPTED: 409,
  NO_LAMPS_TO_PLAN: 409,
  /** With `limit` in lamps or tests. */
  PLAN_TOO_LARGE: 409,
})
