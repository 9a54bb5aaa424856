import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { toZoned } from '../../kernel/zoned.ts'
import { instantOf, isByMonths } from './planned-dates.ts'

/** What is known of how a unit came to its next date. */
export type DateOrigin = {
  /** The date that tells the time of day and the day of the month that are wanted. */
  wanted: Date
  /** The date that the unit counted on from. */
  counted: Date
  /** That one was set by the platform, to keep what is wanted: a month that was too short may have cost it its day. */
  isOurs: boolean
}

const dayMs = 86_400_000
const minuteMs = 60_000
const minuteOfDay = (at: Date): number => Math.floor((at.getTime() % dayMs) / minuteMs)

/** The instant nearest to one at which a clock in the zone shows a time of day. */
const nearest = (at: Date, time: Temporal.PlainTime, zone: string): Temporal.PlainDateTime => {
  const day = toZoned(at, zone).toPlainDate()
  const away = (one: Temporal.PlainDateTime): number => Math.abs(instantOf(one, zone).getTime() - at.getTime())
  const around = [-1, 0, 1].map((days) => day.add({ days }).toPlainDateTime(time))
  return around.reduce((best, one) => (away(one) < away(best) ? one : best))
}

/**
 * When a unit must test, where what it plans is not that. A unit counts on by its own clock, which knows no clock change: after one
 * it would test an hour early or late. Null where it plans what is wanted, and where somebody set another time at the unit itself.
 * What is put off is put off by seven days of the plant.
 */
export const computeCorrectedDate = (
  { next, period, deferred }: { next: Date; period: TestPeriod | null; deferred: boolean },
  { wanted, counted, isOurs }: DateOrigin,
  zone: string,
): Date | null => {
  if (minuteOfDay(next) !== minuteOfDay(counted)) return null
  const asked = toZoned(wanted, zone)
  const meant = nearest(next, asked.toPlainTime(), zone)
  const isOfDay = isOurs && isByMonths(period) && !deferred
  const kept = instantOf(isOfDay ? meant.with({ day: asked.day }) : meant, zone)
  return Math.abs(kept.getTime() - next.getTime()) < minuteMs ? null : kept
}
