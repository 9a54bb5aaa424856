import { defineErrors } from '../../kernel/errors.ts'

export const catalogueErrors = defineErrors({
  /** The catalogue has no product with this code. */
  PRODUCT_NOT_FOUND: 404,
  FAMILY_NOT_FOUND: 404,
  /** The product is no lamp or other device of a unit. */
  PRODUCT_DOES_NOT_FIT: 409,
})
