import { z } from 'zod'
import { parseUnitTime } from './unit-time.ts'

/** Identifier of anything that the platform itself creates. */
export const id = z.uuid()
export const plantId = id

/** Identifier of a realtime connection, as its `connected` message gives it: the server node that holds it, and its own. */
export const socketId = z.string().regex(/^[0-9a-f]{8}\.[0-9a-f-]{36}$/)

/** An instant on the wire: ISO 8601 in UTC. What is sent as one is a {@link inputInstant}. */
export const instant = z.iso.datetime()

const years = [1900, 2999] as const

/** Whether a month, a day or an instant is in a year that may be sent. */
export const isInAllowedYears = (date: string): boolean => {
  const year = Number(date.slice(0, 4))
  return year >= years[0] && year <= years[1]
}

/**
 * A date as it may be sent. In other years the database or `Date` has none, or not as soon as it is seen in another time zone or a term is
 * added.
 */
export const limitYears = <Sent extends z.ZodType<string>>(date: Sent): Sent =>
  date
    .refine(isInAllowedYears, { error: 'year_out_of_range' })
    .meta({ description: `In the years ${years.join(' to ')}` })
export const inputDay = limitYears(z.iso.date())
export const inputInstant = limitYears(z.iso.datetime().max(40))

/** Days of a range, both included; either may be open. Its last day is not before its first. */
export const dayRange = { from: inputDay.optional(), to: inputDay.optional() }
export const isOrderedRange = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to
export const rangeRefusal = { path: ['to'], error: 'end_before_start' }

const utcOf = (told: unknown): string | null => {
  const at = parseUnitTime(told)?.at.toISOString() ?? null
  return at !== null && isInAllowedYears(at) ? at : null
}

/** An instant by the clock of a unit, in UTC. Null where it is unreadable or in a year that may not be sent. */
export const reportedInstant = z.string().max(40).nullable().transform(utcOf).pipe(instant.nullable())

/**
 * Any line of text, as it was sent, 0 to `max` characters: no control character, of which NUL cannot be stored, no half of a
 * surrogate pair, nothing that begins a line, and nothing that turns the direction of writing, as a name that reads backwards
 * hides what it is. What is sent as a string begins with this, or with a format that allows none of them.
 */
export const line = (max: number) =>
  z
    .string()
    .max(max, { error: 'too_long' })
    .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_C}]*$/u, { error: 'control_characters' })

/** What nobody sees and nobody typed: it comes along when text is pasted. What joins letters and pictures is not among it. */
const invisibleCharacters = /[\p{Bidi_C}\u200B\u2060\uFEFF]/gu

/** In its normal form once nothing unseen stands between a letter and its accent. */
const stripInvisible = (value: string): string => value.replace(invisibleCharacters, '').normalize('NFC')

/** Text typed by a person: trimmed, 1 to `max` characters. */
export const text = (max: number) => optionalText(max).pipe(z.string().min(1, { error: 'cannot_be_empty' }))

/** Like {@link text}, but may be empty. What nobody sees is taken out, and what would begin a line is a space. */
export const optionalText = (max: number) =>
  z
    .string()
    .max(max, { error: 'too_long' })
    .transform((value) =>
      stripInvisible(value)
        .replace(/[\u2028\u2029]/g, ' ')
        .trim(),
    )
    .pipe(line(max))

/** Like {@link optionalText}, in as many lines as it takes; lines end with a line feed. */
export const optionalLines = (max: number) =>
  z
    .string()
    .max(max, { error: 'too_long' })
    .transform((value) =>
      stripInvisible(value)
        .replace(/\r\n?|[\u2028\u2029]/g, '\n')
        .trim(),
    )
    .pipe(
      z
        .string()
        .max(max, { error: 'too_long' })
        .regex(/^[\n\P{C}\p{Cf}\p{Co}\p{Cn}]*$/u, { error: 'control_characters' }),
    )

/** A whole number from 0 that the database keeps in four bytes. */
export const count = z.int32().min(0)

/** Which state of something was opened, as it is sent with a change: what is saved over it has the next number, for which there has to be one. */
export const version = z
  .int32()
  .min(0)
  .max(2 ** 31 - 2)

/** Degrees on the map, to a centimetre. What is closer to none than that makes sums of the database fail. */
export const degrees = (most: 90 | 180) =>
  z
    .number()
    .min(-most)
    .max(most)
    .overwrite((value) => Math.round(value * 1e7) / 1e7 + 0)

/** Page of a long list, counted from 1. */
export const page = z.int().min(1).max(100_000).default(1)

/** The nine interface languages; Norwegian Bokmål is stored as `no`. */
export const languages = ['en', 'it', 'de', 'es', 'fr', 'cs', 'no', 'pl', 'pt'] as const
export const language = z.enum(languages)
export type Language = z.infer<typeof language>

type ZonedTime = { Instant: new (nanoseconds: bigint) => { toZonedDateTimeISO(zone: string): { timeZoneId: string } } }

const { Temporal } = globalThis as { Temporal?: ZonedTime }

/** Whether this runtime knows a zone. `Intl` knows names of ICU that `Temporal`, browsers and databases do not; not every browser has `Temporal`. */
export const isKnownZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    if (Temporal) new Temporal.Instant(0n).toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}

/** Whether a known zone is written as the list of zones has it: `Europe/Rome`, not `europe/rome`. A browser without `Temporal` leaves that to the server. */
const isCanonicalZone = (zone: string): boolean =>
  !Temporal || new Temporal.Instant(0n).toZonedDateTimeISO(zone).timeZoneId === zone

/**
 * An IANA time zone that this runtime knows, by the name of its place in upper and lower case as listed: two spellings of one zone would
 * count as two. A bare offset knows no summer time; of short names, as `IST` or `VST`, databases and browsers know others or none.
 */
export const timeZone = line(60).refine(
  (zone) => (zone.includes('/') || zone === 'UTC') && isKnownZone(zone) && isCanonicalZone(zone),
  { error: 'unknown_time_zone' },
)

/** A time of day by the clock of the plant. `24:00` is the end of the day. */
export const timeOfDay = z
  .string()
  .max(5)
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: 'time_of_day' })
export const startTime = timeOfDay.refine((time) => time !== '24:00', { error: 'time_of_day' })
