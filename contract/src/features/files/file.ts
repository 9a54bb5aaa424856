import { z } from 'zod'
import { count } from '../../kernel/primitives.ts'

/** Leave to fetch one file, for the session that asked and for `fileLinkS` seconds. */
export const fileLink = z.object({
  /** Path to fetch it from with GET. */
  url: z.string(),
  /** Harmless name under which to save it. */
  name: z.string(),
  bytes: count,
})
export type FileLink = z.infer<typeof fileLink>

/** Seconds that a link to a file works. */
export const fileLinkS = 60
