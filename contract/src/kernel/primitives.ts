import { z } from 'zod'

/** Identifier of anything that the platform itself creates. */
export const id = z.uuid()
export const plantId = id

/** Identifier of a realtime connection, as its `connected` message gives it: the server node that holds it, and its own. */
export const socketId = z.string().regex(/^[0-9a-f]{8}\.[0-9a-f-]{36}$/)

/** An instant on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** Text typed by a person: trimmed, without control characters, 1 to `max` characters. */
export const text = (max: number) =>
  z
    .string()
    .max(max, { error: 'too_long' })
    .transform((value) => value.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1, { error: 'cannot_be_empty' })
        .regex(/^[^\p{Cc}]*$/u, { error: 'control_characters' }),
    )

/** Like {@link text}, but may be empty. */
export const optionalText = (max: number) =>
  z
    .string()
    .max(max, { error: 'too_long' })
    .transform((value) => value.normalize('NFC').trim())
    .pipe(z.string().regex(/^[^\p{Cc}]*$/u, { error: 'control_characters' }))

/** Page of a long list, counted from 1. */
export const page = z.int().min(1).max(100_000).default(1)

/** The nine interface languages; Norwegian Bokmål is stored as `no`. */
export const languages = ['en', 'it', 'de', 'es', 'fr', 'cs', 'no', 'pl', 'pt'] as const
export const language = z.enum(languages)
export type Language = z.infer<typeof language>

/** An IANA time zone that this runtime knows. */
export const timeZone = z.string().refine(
  (zone) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone })
      return true
    } catch {
      return false
    }
  },
  { error: 'unknown_time_zone' },
)
