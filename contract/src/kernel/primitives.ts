import { z } from 'zod'
import { parseUnitTime } from './unit-time.ts'

/** Identifier of any object of the platform. */
export const id = z.uuid()
export const plantId = id

/** Identifier of a realtime connection from its `connected` message: server node, then connection. */
export const socketId = z.string().regex(/^[0-9a-f]{8}\.[0-9a-f-]{36}$/)

/** Instant in an answer: ISO 8601 in UTC. For inputs use {@link inputInstant}. */
export const instant = z.iso.datetime()

const years = [1900, 2999] as const

/** Whether the year of a month, a day or an instant is allowed in inputs. */
export const isInAllowedYears = (date: string): boolean => {
  const year = Number(date.slice(0, 4))
  return year >= years[0] && year <= years[1]
}

/**
 * Limits the years of a date in an input. Outside them the database or `Date` fails, at the latest after a time zone
 * shift or an added term.
 */
export const limitYears = <Sent extends z.ZodType<string>>(date: Sent): Sent =>
  date
    // Text without a date already has another code.
    .refine((sent) => Number.isNaN(Date.parse(sent)) || isInAllowedYears(sent), { error: 'year_out_of_range' })
    .meta({ description: `In the years ${years.join(' to ')}` })
export const inputDay = limitYears(z.iso.date())
export const inputInstant = limitYears(z.iso.datetime().max(40))

type Range = { from?: string | undefined; to?: string | undefined }
const isOrderedRange = ({ from, to }: Range): boolean => from === undefined || to === undefined || from <= to

/**
 * Input with a range of days, `from` to `to`, both included; either end may be open. The last day must not precede the
 * first.
 */
export const withDayRange = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .strictObject({ ...shape, from: inputDay.optional(), to: inputDay.optional() })
    .refine((input) => isOrderedRange(input as Range), { path: ['to'], error: 'end_before_start' })

const utcOf = (reported: unknown): string | null => {
  const at = parseUnitTime(reported)?.at.toISOString() ?? null
  return at !== null && isInAllowedYears(at) ? at : null
}

/** Instant by the clock of a unit, in UTC. Null for an unreadable time or a year outside the allowed ones. */
export const reportedInstant = z.string().max(40).nullable().transform(utcOf).pipe(instant.nullable())

/**
 * Single line of text as sent, 0 to `max` characters. Refused are control characters (NUL cannot be stored), lone
 * surrogates, line breaks and bidirectional controls, which can disguise a name. Every string of an input uses this or
 * a format with the same exclusions.
 */
export const line = (max: number) =>
  z
    .string()
    .max(max, { error: 'too_long' })
    .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_C}]*$/u, { error: 'control_characters' })

/** Invisible characters in pasted text. Joiners of letters and emoji are kept. */
const invisibleCharacters = /[\p{Bidi_C}\u00AD\u200B\u2060-\u206F\u3164\uFEFF\uFFA0]/gu
const joinersAlone = /^[\s\p{Default_Ignorable_Code_Point}]+$/u

/**
 * Strips invisible characters of a text. Normalizes afterwards, because one may separate a letter from its accent.
 */
export const stripInvisible = (value: string): string =>
  value.replace(invisibleCharacters, '').replace(joinersAlone, '').normalize('NFC')

/** Address in ASCII. As in zod, but the top-level domain may be encoded, such as `xn--p1ai`. */
export const asciiEmail = z.email({
  error: 'email',
  pattern:
    /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/,
})

/** Text typed by a person: trimmed, 1 to `max` characters. */
export const text = (max: number) => optionalText(max).pipe(z.string().min(1, { error: 'cannot_be_empty' }))

/** Like {@link text}, but may be empty. Invisible characters are removed, and line breaks become spaces. */
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

/** Like {@link optionalText}, with several lines; lines end with a line feed. */
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

/** Whole number from 0 within four bytes of the database. */
export const count = z.int32().min(0)

/** Base version of a change. The new version is the next number, which must fit as well. */
export const version = z
  .int32()
  .min(0)
  .max(2 ** 31 - 2)

/** Degrees on the map, rounded to about a centimeter. Smaller values near zero make sums in the database fail. */
export const degrees = (max: 90 | 180) =>
  z
    .number()
    .min(-max)
    .max(max)
    .overwrite((value) => Math.round(value * 1e7) / 1e7 + 0)

/** Page number of a long list, counted from 1. */
export const page = z.int().min(1).max(100_000).default(1)

/** The nine interface languages; Norwegian Bokmål is stored as `no`. */
export const languages = ['en', 'it', 'de', 'es', 'fr', 'cs', 'no', 'pl', 'pt'] as const
export const language = z.enum(languages)
export type Language = z.infer<typeof language>

type ZonedTime = { Instant: new (nanoseconds: bigint) => { toZonedDateTimeISO(zone: string): { timeZoneId: string } } }

const { Temporal } = globalThis as { Temporal?: ZonedTime }

/**
 * Whether this runtime knows a zone. Checked with `Intl`, because not every browser has `Temporal`; `Intl` also accepts
 * ICU names unknown to others.
 */
export const isKnownZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    if (Temporal) new Temporal.Instant(0n).toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}

/**
 * Whether a known zone has its canonical spelling: `Europe/Rome`, not `europe/rome`. Without `Temporal` the server
 * checks it.
 */
const isCanonicalZone = (zone: string): boolean =>
  !Temporal || new Temporal.Instant(0n).toZonedDateTimeISO(zone).timeZoneId === zone

/**
 * IANA time zone known to this runtime, in its canonical spelling, because two spellings would count as two zones. Bare
 * offsets lack summer time, and databases and browsers disagree on short names such as `IST` or `VST`.
 */
export const timeZone = line(60).refine(
  (zone) => (zone.includes('/') || zone === 'UTC') && isKnownZone(zone) && isCanonicalZone(zone),
  { error: 'unknown_time_zone' },
)

/** Time of day by the clock of the plant. `24:00` is the end of the day. */
export const timeOfDay = z
  .string()
  .max(5)
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: 'time_of_day' })
export const startTime = timeOfDay.refine((time) => time !== '24:00', { error: 'time_of_day' })
