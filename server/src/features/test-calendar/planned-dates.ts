import { deferredByDays, type TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { startOfDay, toZoned } from '../../kernel/zoned.ts'

/** What is known of a unit's plan of one kind of test. */
export type Plan = {
  /** When it says that it tests next. */
  next: Date
  period: TestPeriod | null
  deferred: boolean
  /** The date that a person last set: it has the day of month and the time of day that a February or a clock change hid. */
  set: Date | null
}

const steps: Record<TestPeriod, { weeks: number; months: number }> = {
  '1w': { weeks: 1, months: 0 },
  '4w': { weeks: 4, months: 0 },
  '3m': { weeks: 0, months: 3 },
  '6m': { weeks: 0, months: 6 },
  '12m': { weeks: 0, months: 12 },
}

/** Whether the dates of a plan keep a day of the month. */
export const isByMonths = (period: TestPeriod | null): boolean => period !== null && steps[period].months > 0

/** No plan is followed further: a week, for a hundred years. */
const maxSteps = 5300

/** The first instant of a year in a zone. */
export const startOfYear = (year: number, zone: string): Date =>
  startOfDay(`${String(year).padStart(4, '0')}-01-01`, zone)

/** In the gap of spring the instant after it, in the hour that autumn repeats the first of both: a date is run once. */
export const instantOf = (wall: Temporal.PlainDateTime, zone: string): Date =>
  new Date(wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds)

/** Whether a month that was too short, or a clock change, may hide in what the unit told which day or time was set. */
export const isAmbiguous = ({ next, period, deferred }: Plan, zone: string): boolean => {
  const shown = toZoned(next, zone)
  const due = deferred ? shown.subtract({ days: deferredByDays }) : shown
  return due.hoursInDay < 24 || (isByMonths(period) && due.day === due.daysInMonth)
}

/** What a clock in the plant shows at the date that all others are counted from, and the day of month that they keep. */
const anchorOf = ({ next, set, deferred }: Plan, zone: string): { wall: Temporal.PlainDateTime; day: number } => {
  const shown = toZoned(next, zone).toPlainDateTime()
  const due = deferred ? shown.subtract({ days: deferredByDays }) : shown
  if (!set) return { wall: due, day: due.day }
  const wanted = toZoned(set, zone).toPlainDateTime()
  const meant = due.toPlainDate().toPlainDateTime(wanted.toPlainTime())
  const isMeant = instantOf(meant, zone).getTime() === instantOf(due, zone).getTime()
  // The month was too short for the day that was set.
  const day = due.day === due.daysInMonth ? Math.max(due.day, wanted.day) : due.day
  return { wall: isMeant ? meant : due, day }
}

/**
 * The dates of a plan in `from` ≤ date < `until`, by the clock of the plant: the same time of day over both clock changes, the
 * same day of the month, or the month's last. Each is counted from the first and not from the one before, so that no February
 * shortens a May. The first is the one that the unit told, also where it has passed; between it and `now` nothing more is planned.
 * In the server and not in the contract: browsers have no `Temporal` yet, and the contract has no zones without it.
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
    const moved = wall.add({ months: step.months * n, weeks: step.weeks * n })
    const at = instantOf(step.months ? moved.with({ day }) : moved, zone)
    if (at >= until) break
    if (at > now && at > plan.next && isWithin(at)) dates.push(at)
  }
  return dates
}
