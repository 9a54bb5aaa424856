import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'

/** What the first line of an export says; the signature is over it and the names of persons. */
export const exportHeader = z.object({
  format: z.literal('vigilux-logbook-1'),
  plant: z.object({ id, name: z.string(), timezone: z.string() }),
  /** Numbers of the first and the last entry; 0 where there is none. */
  from: z.int(),
  to: z.int(),
  /** The seal before the first entry of this file, and that of the last one. */
  before: z.string(),
  head: z.string(),
  exportedAt: instant,
  key: z.object({ id: z.string(), algorithm: z.literal('Ed25519'), publicKey: z.string() }),
  /** The time stamp of an authority over the 64 digits of the head, as base64 of a DER TimeStampToken; null where there is none. */
  timeStamp: z.object({ token: z.string() }).nullable(),
})
export type ExportHeader = z.infer<typeof exportHeader>
