import { deferredByDays, type TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { startOfDay, toZoned } from '../../kernel/zoned.ts'

/** A unit's schedule for one kind of test. */
export type Plan = {
  /** The unit's reported next date. */
  next: Date
  period: TestPeriod | null
  deferred: boolean
  /** The date that a person last set; it keeps the day and time of day that a February or a clock change hides. */
  set: Date | null
}

const steps: Record<TestPeriod, { weeks: number; months: number }> = {
  '1w': { weeks: 1, months: 0 },
  '4w': { weeks: 4, months: 0 },
  '3m': { weeks: 0, months: 3 },
  '6m': { weeks: 0, months: 6 },
  '12m': { weeks: 0, months: 12 },
}

/** Whether a schedule keeps its day of the month. */
export const isByMonths = (period: TestPeriod | null): boolean => period !== null && steps[period].months > 0

/** Maximum number of steps: weekly, for a hundred years. */
const maxSteps = 5300

/** First instant of a year in a zone. */
export const startOfYear = (year: number, zone: string): Date =>
  startOfDay(`${String(year).padStart(4, '0')}-01-01`, zone)

/** In the gap of spring the instant after it; in the repeated hour of autumn the first occurrence, so that a date occurs once. */
export const instantOf = (wall: Temporal.PlainDateTime, zone: string): Date =>
  new Date(wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds)

/** Whether a short month or a clock change may hide the original day or time in the reported date. */
export const isAmbiguous = ({ next, period, deferred }: Plan, zone: string): boolean => {
  const reportedTime = toZoned(next, zone)
  const dueTime = deferred ? reportedTime.subtract({ days: deferredByDays }) : reportedTime
  return dueTime.hoursInDay < 24 || (isByMonths(period) && dueTime.day === dueTime.daysInMonth)
}

/** The local time of the date from which all others are counted, and the day of month that they keep. */
const anchorOf = ({ next, set, deferred }: Plan, zone: string): { wall: Temporal.PlainDateTime; day: number } => {
  const reportedTime = toZoned(next, zone).toPlainDateTime()
  const dueTime = deferred ? reportedTime.subtract({ days: deferredByDays }) : reportedTime
  if (!set) return { wall: dueTime, day: dueTime.day }
  const setTime = toZoned(set, zone).toPlainDateTime()
  const expectedTime = dueTime.toPlainDate().toPlainDateTime(setTime.toPlainTime())
  const isAsSet = instantOf(expectedTime, zone).getTime() === instantOf(dueTime, zone).getTime()
  // The month was too short for the original day.
  const day = dueTime.day === dueTime.daysInMonth ? Math.max(dueTime.day, setTime.day) : dueTime.day
  return { wall: isAsSet ? expectedTime : dueTime, day }
}

/**
 * The dates of a schedule in `from` ≤ date < `until`, by the plant's clock: the same time of day across clock changes, and the
 * same day of the month or its last. Each is counted from the first, so that no February shortens a May; the first is the
 * reported date, even if it has passed, and none lies between it and `now`. On the server, because browsers lack `Temporal`, and
 * the contract lacks time zones without it.
 */
export const plannedDates = (
  plan: Plan,
  zone: string,
  { from, until, now }: Record<'from' | 'until' | 'now', Date>,
): Date[] => {
  const isWithin = (at: Date): boolean => at >= from && at < until
  const dates = isWithin(plan.next) ? [plan.next] : []
  if (!plan.period) return dates
  const { wall, day } = anchorOf(plan, zone)
  const step = steps[plan.period]
  for (let n = 1; n <= maxSteps; n++) {
    const steppedTime = wall.add({ months: step.months * n, weeks: step.weeks * n })
    const at = instantOf(step.months ? steppedTime.with({ day }) : steppedTime, zone)
    if (at >= until) break
    if (at > now && at > plan.next && isWithin(at)) dates.push(at)
  }
  return dates
}
