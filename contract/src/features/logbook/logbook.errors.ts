import { defineErrors } from '../../kernel/errors.ts'

export const logbookErrors = defineErrors({
  LOGBOOK_ENTRY_NOT_FOUND: 404,
  /** What happened cannot lie in the future. */
  LOGBOOK_ENTRY_IN_FUTURE: 409,
  /** Somebody has corrected it already, with `no`: that entry is to be corrected. */
  LOGBOOK_ENTRY_CORRECTED: 409,
  /** A signature, an entry of the platform or a report of a unit: it can be remarked on, not corrected. */
  LOGBOOK_ENTRY_NOT_CORRECTABLE: 409,
  /** A correction has the kind of the entry that it corrects. */
  LOGBOOK_CORRECTION_OF_KIND: 409,
  /** The caller has signed this month up to that entry, or a later one. */
  LOGBOOK_NOTHING_TO_SIGN: 409,
  /** The entry has as many photos as it may, `limit`. */
  LOGBOOK_PHOTO_LIMIT: 409,
})
