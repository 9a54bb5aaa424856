import { z } from 'zod'
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
