import { deferredByDays, type TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/** When a unit tests next by itself. Times in milliseconds of the unit's clock. */
export type TestPlan = {
  next: number
  period: TestPeriod
  deferred: boolean
  /** Day of the month of the first date: a February forgets it no more. */
  day: number
}

const months: Partial<Record<TestPeriod, number>> = { '3m': 3, '6m': 6, '12m': 12 }
const weeks: Partial<Record<TestPeriod, number>> = { '1w': 1, '4w': 4 }

export const dayOfMonth = (at: number, utcOffsetMin: number): number =>
  new Date(at + utcOffsetMin * minuteMs).getUTCDate()

/** The same time of day so many months later, on that day of the month or on its last. */
const addMonths = (at: number, count: number, day: number, utcOffsetMin: number): number => {
  const local = new Date(at + utcOffsetMin * minuteMs)
  const target = new Date(local)
  target.setUTCDate(1)
  target.setUTCMonth(local.getUTCMonth() + count)
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  target.setUTCDate(Math.min(day, last))
  return target.getTime() - utcOffsetMin * minuteMs
}

/** The plan after its date has come. A date that was put off does not put off the ones after it. */
export const planAfter = (plan: TestPlan, utcOffsetMin: number): TestPlan => {
  const due = plan.deferred ? plan.next - deferredByDays * dayMs : plan.next
  const ahead = weeks[plan.period]
  const next = ahead ? due + ahead * 7 * dayMs : addMonths(due, months[plan.period] ?? 12, plan.day, utcOffsetMin)
  return { ...plan, next, deferred: false }
}

/** The plan with its next date put off, or no longer. */
export const planDeferred = (plan: TestPlan, deferred: boolean): TestPlan => {
  if (plan.deferred === deferred) return plan
  return { ...plan, deferred, next: plan.next + (deferred ? 1 : -1) * deferredByDays * dayMs }
}
