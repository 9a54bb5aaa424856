import { defineErrors } from '../../kernel/errors.ts'

export const snapshotErrors = defineErrors({
  SNAPSHOT_NOT_FOUND: 404,
  /** The unit is as the snapshot says already. */
  NOTHING_TO_RESTORE: 409,
  /** A snapshot fits units of its own type only. */
  SNAPSHOT_OF_OTHER_TYPE: 409,
})
