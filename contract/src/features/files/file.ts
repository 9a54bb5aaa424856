import { z } from 'zod'
import { defineErrors } from '../../kernel/errors.ts'
import { count, id } from '../../kernel/primitives.ts'

/** Leave to fetch one file, for the session that asked and for `fileLinkS` seconds. */
export const fileLink = z.object({
  /** Path to fetch it from with GET. */
  url: z.string(),
  /** Harmless name under which to save it. */
  name: z.string(),
  bytes: count,
})
export type FileLink = z.infer<typeof fileLink>

/** Leave to send one file, once, for the session that asked and for `fileLinkS` seconds until it is begun. */
export const uploadLink = z.object({
  /** Path to send it to with POST, as the one part `file` of `multipart/form-data`; the answer has its `id`. */
  url: z.string(),
  /** Bytes that it must have, as they were announced. */
  bytes: count,
})
export type UploadLink = z.infer<typeof uploadLink>

/** What a file that was sent is known as. */
export const uploadedFile = z.object({ id, name: z.string(), type: z.string(), bytes: count })
export type UploadedFile = z.infer<typeof uploadedFile>

/** Seconds that a link to or for a file works. */
export const fileLinkS = 60

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
