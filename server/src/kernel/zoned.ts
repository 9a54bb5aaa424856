import { isKnownZone } from '@vigilux/contract/kernel/primitives.ts'
import { zoneOffsetMin } from '@vigilux/contract/kernel/zone-offset.ts'

/** Fallback for an unknown zone; people see it as the zone of the plant, and can choose another. */
const fallbackZone = 'UTC'

const knownZones = new Map<string, boolean>()

/** A stored zone, or UTC if this runtime does not know it: one plant must not break an answer about many. */
export const zoneOrUtc = (zone: string): string => {
  const isUsable = knownZones.get(zone) ?? isKnownZone(zone)
  knownZones.set(zone, isUsable)
  return isUsable ? zone : fallbackZone
}

/** An instant in a zone's local time. Server only: browsers do not support `Temporal` everywhere. */
export const toZoned = (at: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zoneOrUtc(zone))

/** Whole minutes by which a stored zone is ahead of UTC at an instant. */
export const offsetMinutes = (at: Date, zone: string): number => zoneOffsetMin(zoneOrUtc(zone), at.getTime())

/** The local day in a zone: `2026-11-30`. */
export const dayIn = (at: Date, zone: string): string => toZoned(at, zone).toPlainDate().toString()

/** The local month in a zone: `2026-11`. */
export const monthIn = (at: Date, zone: string): string => toZoned(at, zone).toPlainDate().toPlainYearMonth().toString()

/** The first instant after a local day. */
export const endOfDay = (day: string, zone: string): Date =>
  startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }), zone)

/** The first instant of a local day. */
export const startOfDay = (day: Temporal.PlainDate | string, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zoneOrUtc(zone)).epochMilliseconds)
