import { defineErrors } from '../../kernel/errors.ts'

export const configurationErrors = defineErrors({
  /** Some lines of a list of serials are faulty; the details name each with its fault. */
  SERIAL_LIST_INVALID: 400,
  SERIAL_COUNT_DIFFERS: 400,
  SERIAL_ALREADY_PRESENT: 409,
  /** Some lamps stand in another unit: the details name each, and where it stands unless that is another plant. */
  LAMPS_ELSEWHERE: 409,
  UNIT_FULL: 409,
  /** More lamps or an autonomy that the type does not have. */
  LAMP_COUNT_INVALID: 400,
})
