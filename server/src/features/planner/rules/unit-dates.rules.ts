import { deferredByDays, type TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { hourMs, type PlanUnit } from '../plan-facts.ts'
import { createFreeTime } from './free-time.rules.ts'
import { functionalMinutes, functionalPeriod } from './functional-tests.rules.ts'
import type { PlanTask } from './plan-year.rules.ts'
import type { Placement } from './test-schedule.rules.ts'

/** A unit's own schedule for one kind of test. */
export type UnitDate = { next: string; period: TestPeriod }

/** Days after a plan within which units test on their own schedule if there is no new plan: no test is forgotten. */
const afterDays = { first: 14, last: 45 } as const

const autonomyPeriod = (durationDays: number): TestPeriod =>
  durationDays >= 365 ? '12m' : durationDays >= 180 ? '6m' : '3m'

/** The first free time after the plan's end. */
const fallback = ({ facts, settings, keptFree, span }: PlanTask, kind: TestKind): number => {
  const dayAfterSpan = (days: number) => Temporal.PlainDate.from(span.until).add({ days }).toString()
  const after = { from: dayAfterSpan(afterDays.first), until: dayAfterSpan(afterDays.last) }
  const [time, minutes] =
    kind === 'autonomy'
      ? ([settings.autonomyAt, facts.ratedMinutes] as const)
      : ([settings.functionalAt, functionalMinutes] as const)
  const slots = createFreeTime({ zone: facts.zone, settings, keptFree }, after).slots(time, minutes)
  const freeSlot = slots.find((slot) => 'at' in slot)
  if (freeSlot && 'at' in freeSlot) return freeSlot.at
  return Temporal.PlainDate.from(after.from).toZonedDateTime({
    timeZone: facts.zone,
    plainTime: Temporal.PlainTime.from(time),
  }).epochMilliseconds
}

/**
 * The dates for each unit's own schedule. For a kind started by the platform, the unit's own date is postponed until
 * after the plan, as a fallback when nobody makes a new plan.
 */
export const unitDatesOf = (
  tests: readonly Pick<Placement, 'unitId' | 'kind' | 'by' | 'at'>[],
  task: PlanTask,
): Map<string, Record<TestKind, UnitDate>> => {
  const { facts, begin } = task
  const fallbacks = { functional: fallback(task, 'functional'), autonomy: fallback(task, 'autonomy') }
  const periods = {
    functional: functionalPeriod(facts.functionDays).period,
    autonomy: autonomyPeriod(facts.durationDays),
  }
  const withLamps = new Set(facts.lamps.map(({ unitId }) => unitId))
  const plannedUnits = facts.units.filter(({ id, enrolled, enabled }) => enrolled && enabled && withLamps.has(id))
  return new Map(
    plannedUnits.map(({ id }) => {
      const dateOf = (kind: TestKind): UnitDate => {
        const unitTest = tests.find(
          (one) => one.unitId === id && one.kind === kind && one.by === 'unit' && one.at >= begin,
        )
        return { next: new Date(unitTest?.at ?? fallbacks[kind]).toISOString(), period: periods[kind] }
      }
      return [id, { functional: dateOf('functional'), autonomy: dateOf('autonomy') }]
    }),
  )
}

/** After a clock change, a unit's repeated dates are an hour off until its clock is set. */
const toleratedMs = hourMs + 60_000

const periodMonths: Partial<Record<TestPeriod, number>> = { '3m': 3, '6m': 6, '12m': 12 }
const periodWeeks: Partial<Record<TestPeriod, number>> = { '1w': 1, '4w': 4 }
/** Maximum number of repeats followed beyond the plan: weekly, for ten years. */
const maxRepeats = 520

/** A unit's tests after a date, at the same time of day. A postponed series continues from its original date. */
export function* repeatsOf(
  { next, period, deferred }: { next: string; period: TestPeriod; deferred: boolean },
  maxDates: number,
  zone: string,
): Generator<number> {
  const reportedTime = new Date(next).toTemporalInstant().toZonedDateTimeISO(zone)
  const first = deferred ? reportedTime.subtract({ days: deferredByDays }) : reportedTime
  for (let n = 1; n <= maxDates; n++)
    yield first.add({ weeks: n * (periodWeeks[period] ?? 0), months: n * (periodMonths[period] ?? 0) })
      .epochMilliseconds
}

/** Whether a unit's repeated date reaches another: after the end of its plan nobody gives it new dates. */
const repeatsInto = (next: number, from: number, period: TestPeriod): boolean => {
  for (const at of repeatsOf({ next: new Date(from).toISOString(), period, deferred: false }, maxRepeats, 'UTC')) {
    if (at > next + toleratedMs) return false
    if (at >= next - toleratedMs) return true
  }
  return false
}

/** Whether a unit reports its given date, a later one of the plan, or a repeat after the last. */
export const hasTakenDates = (
  reported: PlanUnit['reported'][TestKind],
  targetDate: UnitDate,
  unitDates: readonly number[],
): boolean => {
  if (!reported?.next || reported.deferred || reported.period !== targetDate.period) return false
  const next = Date.parse(reported.next)
  const dates = [Date.parse(targetDate.next), ...unitDates]
  return (
    dates.some((date) => Math.abs(date - next) <= toleratedMs) ||
    repeatsInto(next, Math.max(...dates), targetDate.period)
  )
}
