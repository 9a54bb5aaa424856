import { isRepeatedTime, zoneOffsetMs } from '@vigilux/contract/kernel/zone-offset.ts'

/** The zone of the reader's device: for times outside any plant. */
export const browserTimeZone = ''

const offsetMs = (timeZone: string, at: number): number => zoneOffsetMs(timeZone || undefined, at)

/** Whether a time falls into the zone's repeated hour at the end of DST. */
export const isRepeatedHour = (timeZone: string, at: number): boolean => isRepeatedTime(timeZone || undefined, at)

/** Whether the reader's clock and the zone's clock show the same time at an instant. */
export function isBrowserTime(at: number, timeZone: string): boolean {
  return timeZone === browserTimeZone || offsetMs(timeZone, at) === offsetMs(browserTimeZone, at)
}

/** The current day in a zone: `2026-11-30`. */
export function todayIn(timeZone: string): string {
  return wallTime(new Date().toISOString(), timeZone).slice(0, 10)
}

/** The current month in a zone and the months before it, newest first: `2026-11`. */
export function monthsUntilNow(timeZone: string, count: number): string[] {
  const [year = 0, month = 1] = todayIn(timeZone).split('-').map(Number)
  return Array.from({ length: count }, (_, n) => new Date(Date.UTC(year, month - 1 - n, 1)).toISOString().slice(0, 7))
}

/** The local time of an instant in a zone, as a date-and-time field writes it: `2026-11-30T06:00`. */
export function wallTime(instant: string, timeZone: string): string {
  const at = Date.parse(instant)
  return new Date(at + offsetMs(timeZone, at)).toISOString().slice(0, 16)
}

/** The instant of a local time in a zone; in the gap of a clock change, the instant after it. */
export function instantOf(wall: string, timeZone: string): string | undefined {
  // The Date parser guesses at incomplete input; an incomplete field is not a date.
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall)) return undefined
  const asUtc = Date.parse(`${wall}:00Z`)
  if (Number.isNaN(asUtc)) return undefined
  const first = asUtc - offsetMs(timeZone, asUtc)
  return new Date(asUtc - offsetMs(timeZone, first)).toISOString()
}
