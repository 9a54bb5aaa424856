import { isKnownZone } from '@vigilux/contract/kernel/primitives.ts'
import { zoneOffsetMin, zoneOffsetMs } from '@vigilux/contract/kernel/zone-offset.ts'

/** Fallback for an unknown zone; people see it as the zone of the plant, and can choose another. */
const fallbackZone = 'UTC'

const dayMs = 86_400_000
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

/** Offsets of a zone within a period: each holds from its instant on. The latest is first. */
type OffsetSpan = { fromMs: number; offsetMs: number }

/** About a year; unlike a calendar year it needs no date to be found. */
const periodMs = 365 * dayMs

const offsetsByZone = new Map<string, Map<number, readonly OffsetSpan[]>>()

const computeOffsets = (period: number, zone: string): readonly OffsetSpan[] => {
  const endMs = (period + 1) * periodMs
  let at: Temporal.ZonedDateTime | null = toZoned(new Date(period * periodMs), zone)
  const spans: OffsetSpan[] = []
  for (; at && at.epochMilliseconds < endMs; at = at.getTimeZoneTransition('next'))
    spans.push({ fromMs: at.epochMilliseconds, offsetMs: zoneOffsetMs(zoneOrUtc(zone), at.epochMilliseconds) })
  return spans.toReversed()
}

const offsetsOfPeriod = (period: number, zone: string): readonly OffsetSpan[] => {
  const ofZone = offsetsByZone.get(zone) ?? new Map<number, readonly OffsetSpan[]>()
  offsetsByZone.set(zone, ofZone)
  const spans = ofZone.get(period) ?? computeOffsets(period, zone)
  ofZone.set(period, spans)
  return spans
}

/** Milliseconds by which a stored zone is ahead of UTC. Cached: thousands of dates share a few offsets. */
export const offsetMsAt = (atMs: number, zone: string): number => {
  const period = Math.floor(atMs / periodMs)
  const spans = offsetsByZone.get(zone)?.get(period) ?? offsetsOfPeriod(period, zone)
  for (const { fromMs, offsetMs } of spans) if (fromMs <= atMs) return offsetMs
  return 0
}

/** Clocks of zones for SQL: finds an offset in `offsetsS` by the number of changes so far and the zone. */
export type ZoneClocks = {
  zones: readonly string[]
  /** Instants in the span at which the offset of any of the zones changes. */
  changes: Date[]
  /** Seconds by which each zone is ahead of UTC, for all zones before the first change, then after each. */
  offsetsS: number[]
}

export const clocksOf = (zones: readonly string[], { from, until }: { from: Date; until: Date }): ZoneClocks => {
  const changes = new Set<number>()
  for (const zone of zones) {
    let at: Temporal.ZonedDateTime | null = toZoned(from, zone).getTimeZoneTransition('next')
    for (; at && at.epochMilliseconds < until.getTime(); at = at.getTimeZoneTransition('next'))
      changes.add(at.epochMilliseconds)
  }
  const sortedChanges = [...changes].toSorted((a, b) => a - b)
  return {
    zones,
    changes: sortedChanges.map((ms) => new Date(ms)),
    offsetsS: [from.getTime(), ...sortedChanges].flatMap((ms) => zones.map((zone) => offsetMsAt(ms, zone) / 1000)),
  }
}

/**
 * The instant for a time on a zone's clock, given as milliseconds of a clock without a zone. In the gap of spring the
 * instant after it; in the repeated hour of autumn the first occurrence, so a date occurs once.
 */
export const wallToInstantMs = (wallMs: number, zone: string): number => {
  const offsetBefore = offsetMsAt(wallMs - dayMs, zone)
  const offsetAfter = offsetMsAt(wallMs + dayMs, zone)
  const first = wallMs - offsetBefore
  if (offsetMsAt(first, zone) === offsetBefore) return first
  const later = wallMs - offsetAfter
  return offsetMsAt(later, zone) === offsetAfter ? later : first
}
