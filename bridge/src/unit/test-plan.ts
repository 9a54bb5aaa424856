import { deferredByDays, type TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import type { BridgeState, TestPlan } from './bridge-state.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

type LocalTime = Pick<BridgeState, 'utcOffsetMin' | 'clockChanges'>

/** Minutes ahead of UTC at the moment, by the platform's clock changes. */
export const offsetAt = ({ utcOffsetMin, clockChanges }: LocalTime, at: number): number =>
  clockChanges.findLast((change) => Date.parse(change.at) <= at)?.utcOffsetMin ?? utcOffsetMin ?? 0

/** Moment of a local time. */
const fromLocal = (local: LocalTime, wall: number): number => {
  const guess = wall - offsetAt(local, wall) * minuteMs
  return wall - offsetAt(local, guess) * minuteMs
}

const months: Partial<Record<TestPeriod, number>> = { '3m': 3, '6m': 6, '12m': 12 }
const days: Partial<Record<TestPeriod, number>> = { '1w': 7, '4w': 28 }

/** The same local time one period later; a day missing in the month is its last one. */
const onePeriodLater = (local: LocalTime, at: number, period: TestPeriod): number => {
  const wall = new Date(at + offsetAt(local, at) * minuteMs)
  const added = months[period]
  if (added === undefined) return fromLocal(local, wall.getTime() + (days[period] ?? 7) * dayMs)
  const day = wall.getUTCDate()
  const next = new Date(wall)
  next.setUTCDate(1)
  next.setUTCMonth(next.getUTCMonth() + added)
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(day, lastDay))
  return fromLocal(local, next.getTime())
}

/** Days by which the local date moves. */
const shifted = (local: LocalTime, at: number, byDays: number): number =>
  fromLocal(local, at + offsetAt(local, at) * minuteMs + byDays * dayMs)

/** The plan after its date: a postponed test does not move the later ones. */
export const planAfter = (local: LocalTime, plan: TestPlan, now: number): TestPlan => {
  let next = plan.isDeferred ? shifted(local, plan.next, -deferredByDays) : plan.next
  do next = onePeriodLater(local, next, plan.period)
  while (next <= now)
  return { next, period: plan.period, isDeferred: false }
}

export const planWithDate = (plan: TestPlan | null, next: number): TestPlan => ({
  next,
  period: plan?.period ?? '4w',
  isDeferred: false,
})

/** The plan with another period, its next date postponed by a week or not any more. */
export const planWithPeriod = (
  local: LocalTime,
  plan: TestPlan | null,
  { period, isDeferred, now }: { period: TestPeriod; isDeferred: boolean; now: number },
): TestPlan => {
  const date = plan?.next ?? onePeriodLater(local, now, period)
  const byDays = Number(isDeferred) - Number(plan?.isDeferred ?? false)
  return { next: byDays === 0 ? date : shifted(local, date, byDays * deferredByDays), period, isDeferred }
}
