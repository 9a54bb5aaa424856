import { defineErrors } from '../../kernel/errors.ts'

export const proCodeErrors = defineErrors({
  /** Not 16 digits, a wrong last digit, never given out, or revoked: nobody learns which. */
  INVALID_CODE: 400,
  /** It was used for a plant, this or another. */
  CODE_ALREADY_USED: 409,
  /** There is no such code in the office's list. */
  CODE_NOT_FOUND: 404,
})
