import { defineErrors } from '../../kernel/errors.ts'

export const handoverErrors = defineErrors({
  HANDOVER_NOT_FOUND: 404,
  /** Another verification of the plant is not signed yet. */
  HANDOVER_OPEN: 409,
  /** It is signed, by one side or both, and is not changed any more. */
  HANDOVER_SIGNED: 409,
  /** Nobody signs what lacks something: `missing` says what. */
  HANDOVER_INCOMPLETE: 409,
  /** One person does not sign for both sides. */
  HANDOVER_SAME_PERSON: 409,
  /** Nothing was measured on a day that has not come. */
  HANDOVER_IN_FUTURE: 409,
})
