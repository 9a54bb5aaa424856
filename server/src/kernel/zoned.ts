import { isKnownZone } from '@vigilux/contract/kernel/primitives.ts'
import { zoneOffsetMin } from '@vigilux/contract/kernel/zone-offset.ts'

/** What an unknown zone is read as; people see it as the zone of the plant, and can choose another. */
const fallbackZone = 'UTC'

const knownZones = new Map<string, boolean>()

/** A stored zone, or UTC where this runtime does not know it (any more): one plant must not fail an answer about many. */
export const zoneOrUtc = (zone: string): string => {
  const isUsable = knownZones.get(zone) ?? isKnownZone(zone)
  knownZones.set(zone, isUsable)
  return isUsable ? zone : fallbackZone
}

/** An instant as clocks in a zone show it. In the server alone: browsers have no `Temporal` yet. */
export const toZoned = (at: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zoneOrUtc(zone))

/** Whole minutes by which a stored zone is ahead of UTC at an instant. */
export const offsetMinutes = (at: Date, zone: string): number => zoneOffsetMin(zoneOrUtc(zone), at.getTime())

/** The day that it is in a zone: `2026-11-30`. */
export const dayIn = (at: Date, zone: string): string => toZoned(at, zone).toPlainDate().toString()

/** The month that it is in a zone: `2026-11`. */
export const monthIn = (at: Date, zone: string): string => toZoned(at, zone).toPlainDate().toPlainYearMonth().toString()

/** The first instant after a day of a zone. */
export const endOfDay = (day: string, zone: string): Date =>
  startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }), zone)

/** The first instant of a day of a zone. */
export const startOfDay = (day: Temporal.PlainDate | string, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zoneOrUtc(zone)).epochMilliseconds)
