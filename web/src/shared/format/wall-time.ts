import { isRepeatedTime, zoneOffsetMs } from '@vigilux/contract/kernel/zone-offset.ts'

/** The zone of the reader's device: for times that belong to no plant. */
export const browserTimeZone = ''

const offsetMs = (timeZone: string, at: number): number => zoneOffsetMs(timeZone || undefined, at)

/** Whether a clock in the zone shows this time twice, in the hour that is repeated as it is put back. */
export const isRepeatedHour = (timeZone: string, at: number): boolean => isRepeatedTime(timeZone || undefined, at)

/** Whether the reader's clock shows the same time at an instant as a clock in the zone. */
export function isBrowserTime(at: number, timeZone: string): boolean {
  return timeZone === browserTimeZone || offsetMs(timeZone, at) === offsetMs(browserTimeZone, at)
}

/** The day that it is in a zone: `2026-11-30`. */
export function todayIn(timeZone: string): string {
  return wallTime(new Date().toISOString(), timeZone).slice(0, 10)
}

/** What a clock in the zone shows at an instant, as a date-and-time field writes it: `2026-11-30T06:00`. */
export function wallTime(instant: string, timeZone: string): string {
  const at = Date.parse(instant)
  return new Date(at + offsetMs(timeZone, at)).toISOString().slice(0, 16)
}

/** The instant at which a clock in the zone shows this; in the hour that a clock change skips, the one after it. */
export function instantOf(wall: string, timeZone: string): string | undefined {
  // A date parser guesses at what is not whole; a field that was not filled in is no date.
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall)) return undefined
  const asUtc = Date.parse(`${wall}:00Z`)
  if (Number.isNaN(asUtc)) return undefined
  const first = asUtc - offsetMs(timeZone, asUtc)
  return new Date(asUtc - offsetMs(timeZone, first)).toISOString()
}
