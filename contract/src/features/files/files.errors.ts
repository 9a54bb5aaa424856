import { defineErrors } from '../../kernel/errors.ts'

export const fileErrors = defineErrors({
  /** There is no such file, or it is no longer kept. */
  FILE_NOT_FOUND: 404,
  /** What the storage holds is not what was stored. */
  FILE_DAMAGED: 500,
  /** Too old, changed, of another session, or already used to send a file. */
  FILE_LINK_INVALID: 403,
  /** With `usedMb` and `allowedMb`. */
  FILE_QUOTA_EXCEEDED: 413,
  /** Its content, whatever its name says, is not of a type that may be stored there. */
  FILE_TYPE_REFUSED: 400,
  /** It has no content. */
  FILE_EMPTY: 400,
  /** It came with fewer bytes than were announced; with `received` and `announced`. */
  FILE_INCOMPLETE: 400,
  /** Nothing of it has come for too long, or not all of it in the time that an upload may take; with `seconds`. */
  FILE_UPLOAD_STALLED: 400,
})
