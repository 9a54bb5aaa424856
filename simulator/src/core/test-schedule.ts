import { deferredByDays, type TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { type LocalTime, minuteOfDay, toInstant, toWallTime } from './local-time.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/** Next automatic test of a unit. Times in milliseconds of the unit's clock. */
export type TestPlan = {
  next: number
  period: TestPeriod
  deferred: boolean
  /** Day of the month of the first date, kept after a shorter month. */
  day: number
  /** Minute of the day in the plant, kept across clock changes, even if a day lacks it. */
  minute: number
}

const months: Partial<Record<TestPeriod, number>> = { '3m': 3, '6m': 6, '12m': 12 }
const weeksByPeriod: Partial<Record<TestPeriod, number>> = { '1w': 1, '4w': 4 }

/** Day of the month and minute of the day by the plant's clock. */
export const placeOf = (local: LocalTime, at: number): Pick<TestPlan, 'day' | 'minute'> => ({
  day: new Date(toWallTime(local, at)).getUTCDate(),
  minute: minuteOfDay(local, at),
})

/** Day with this number some months later, or the last day of a shorter month. */
const addMonths = (dayStart: number, count: number, day: number): number => {
  const target = new Date(dayStart)
  target.setUTCDate(1)
  target.setUTCMonth(target.getUTCMonth() + count)
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  return target.setUTCDate(Math.min(day, last))
}

const dayStartOf = (local: LocalTime, at: number): number => Math.floor(toWallTime(local, at) / dayMs) * dayMs

const at = (local: LocalTime, dayStart: number, minute: number): number =>
  toInstant(local, dayStart + minute * minuteMs)

/** Plan after its date, at the same time of day in the plant. A postponed date does not postpone later ones. */
export const planAfter = (plan: TestPlan, local: LocalTime): TestPlan => {
  const due = dayStartOf(local, plan.next) - (plan.deferred ? deferredByDays * dayMs : 0)
  const weekCount = weeksByPeriod[plan.period]
  const day = weekCount ? due + weekCount * 7 * dayMs : addMonths(due, months[plan.period] ?? 12, plan.day)
  // A period of months counts from the date of the last week.
  const dayOfMonth = weekCount ? new Date(day).getUTCDate() : plan.day
  return { ...plan, day: dayOfMonth, next: at(local, day, plan.minute), deferred: false }
}

/** Plan with its next date postponed, or restored, at the same time of day in the plant. */
export const planDeferred = (plan: TestPlan, isDeferred: boolean, local: LocalTime): TestPlan => {
  if (plan.deferred === isDeferred) return plan
  const day = dayStartOf(local, plan.next) + (isDeferred ? 1 : -1) * deferredByDays * dayMs
  return { ...plan, deferred: isDeferred, next: at(local, day, plan.minute) }
}
