import { z } from 'zod'
import { defineErrors } from '../../kernel/errors.ts'
import { count, id } from '../../kernel/primitives.ts'

/** Download link of one file, valid for the requesting session and for `fileLinkS` seconds. */
export const fileLink = z.object({
  /** Path for GET. */
  url: z.string(),
  /** Sanitized name for saving. */
  name: z.string(),
  bytes: count,
})
export type FileLink = z.infer<typeof fileLink>

/** Single-use upload link, valid for the requesting session; the upload must begin within `fileLinkS` seconds. */
export const uploadLink = z.object({
  /** Path for POST, with a single part `file` of `multipart/form-data`; the answer has the `id`. */
  url: z.string(),
  /** Announced size in bytes, which the file must have. */
  bytes: count,
})
export type UploadLink = z.infer<typeof uploadLink>

export const uploadedFile = z.object({ id, name: z.string(), type: z.string(), bytes: count })
export type UploadedFile = z.infer<typeof uploadedFile>

/** Seconds for which a file link is valid. */
export const fileLinkS = 60

export const fileErrors = defineErrors({
  /** The file does not exist or was removed. */
  FILE_NOT_FOUND: 404,
  /** The stored content differs from the saved one. */
  FILE_DAMAGED: 500,
  /** Expired, altered, of another session, or already used for an upload. */
  FILE_LINK_INVALID: 403,
  /** With `usedMb` and `allowedMb`. */
  FILE_QUOTA_EXCEEDED: 413,
  /** The type of the content, whatever its name, is not allowed there. */
  FILE_TYPE_REFUSED: 400,
  FILE_EMPTY: 400,
  /** Fewer bytes than announced arrived; with `received` and `announced`. */
  FILE_INCOMPLETE: 400,
  /** The upload stalled or exceeded its time limit; with `seconds`. */
  FILE_UPLOAD_STALLED: 400,
})
