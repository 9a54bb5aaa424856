import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { toZoned } from '../../kernel/zoned.ts'
import { instantOf, isByMonths } from './planned-dates.ts'

/** How a unit arrived at its next date, as far as known. */
export type DateOrigin = {
  /** The date with the desired time of day and day of month. */
  wantedDate: Date
  /** The date from which the unit counted. */
  counted: Date
  /** The platform set this date as a correction; a short month may have cost it the day. */
  isOurs: boolean
}

const dayMs = 86_400_000
const minuteMs = 60_000
const minuteOfDay = (at: Date): number => Math.floor((at.getTime() % dayMs) / minuteMs)

/** The instant nearest to another at which a zone's clock shows a time of day. */
const findNearest = (at: Date, time: Temporal.PlainTime, zone: string): Temporal.PlainDateTime => {
  const day = toZoned(at, zone).toPlainDate()
  const distanceTo = (one: Temporal.PlainDateTime): number => Math.abs(instantOf(one, zone).getTime() - at.getTime())
  const candidates = [-1, 0, 1].map((days) => day.add({ days }).toPlainDateTime(time))
  return candidates.reduce((best, one) => (distanceTo(one) < distanceTo(best) ? one : best))
}

/**
 * The date to set when a unit's next date drifted: its clock knows no daylight saving time, so after a clock change it
 * would test an hour early or late. Null when the date is right, and when somebody set another time at the unit. A
 * postponed date moves by seven days of the plant.
 */
export const computeCorrectedDate = (
  { next, period, deferred }: { next: Date; period: TestPeriod | null; deferred: boolean },
  { wantedDate, counted: countedDate, isOurs }: DateOrigin,
  zone: string,
): Date | null => {
  if (minuteOfDay(next) !== minuteOfDay(countedDate)) return null
  const wantedTime = toZoned(wantedDate, zone)
  const nearestDate = findNearest(next, wantedTime.toPlainTime(), zone)
  const isOfDay = isOurs && isByMonths(period) && !deferred
  const correctedDate = instantOf(isOfDay ? nearestDate.with({ day: wantedTime.day }) : nearestDate, zone)
  return Math.abs(correctedDate.getTime() - next.getTime()) < minuteMs ? null : correctedDate
}
