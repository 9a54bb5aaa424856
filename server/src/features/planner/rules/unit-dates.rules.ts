import { deferredByDays, type TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { hourMs, type PlanUnit } from '../plan-facts.ts'
import { createFreeTime } from './free-time.rules.ts'
import { functionalMinutes, functionalPeriod } from './functional-tests.rules.ts'
import type { PlanTask } from './plan-year.rules.ts'
import type { Placement } from './test-schedule.rules.ts'

/** What a unit is to plan by itself of one kind of test. */
export type UnitDate = { next: string; period: TestPeriod }

/** Days after a plan within which units test by themselves where nobody has made another: nothing is forgotten. */
const afterDays = { first: 14, last: 45 } as const

const autonomyPeriod = (durationDays: number): TestPeriod =>
  durationDays >= 365 ? '12m' : durationDays >= 180 ? '6m' : '3m'

/** The first free time after the plan has ended. */
const fallback = ({ facts, wishes, keptFree, span }: PlanTask, kind: TestKind): number => {
  const on = (days: number) => Temporal.PlainDate.from(span.until).add({ days }).toString()
  const after = { from: on(afterDays.first), until: on(afterDays.last) }
  const [time, minutes] =
    kind === 'autonomy'
      ? ([wishes.autonomyAt, facts.ratedMinutes] as const)
      : ([wishes.functionalAt, functionalMinutes] as const)
  const slots = createFreeTime({ zone: facts.zone, wishes, keptFree }, after).slots(time, minutes)
  const free = slots.find((slot) => 'at' in slot)
  if (free && 'at' in free) return free.at
  return Temporal.PlainDate.from(after.from).toZonedDateTime({
    timeZone: facts.zone,
    plainTime: Temporal.PlainTime.from(time),
  }).epochMilliseconds
}

/**
 * The dates that each unit is to have itself. Of a kind of test that the platform starts for it, its own date is put off until after the plan:
 * it tests by itself then, should nobody have planned anew.
 */
export const unitDatesOf = (
  tests: readonly Pick<Placement, 'unitId' | 'kind' | 'by' | 'at'>[],
  task: PlanTask,
): Map<string, Record<TestKind, UnitDate>> => {
  const { facts, begin } = task
  const later = { functional: fallback(task, 'functional'), autonomy: fallback(task, 'autonomy') }
  const periods = {
    functional: functionalPeriod(facts.functionDays).period,
    autonomy: autonomyPeriod(facts.durationDays),
  }
  const withLamps = new Set(facts.lamps.map(({ unitId }) => unitId))
  const planned = facts.units.filter(({ id, enrolled, enabled }) => enrolled && enabled && withLamps.has(id))
  return new Map(
    planned.map(({ id }) => {
      const dateOf = (kind: TestKind): UnitDate => {
        const own = tests.find((one) => one.unitId === id && one.kind === kind && one.by === 'unit' && one.at >= begin)
        return { next: new Date(own?.at ?? later[kind]).toISOString(), period: periods[kind] }
      }
      return [id, { functional: dateOf('functional'), autonomy: dateOf('autonomy') }]
    }),
  )
}

/** A unit that repeats a date every so many days is an hour off after a clock change, until its clock is set. */
const toleratedMs = hourMs + 60_000

const periodMonths: Partial<Record<TestPeriod, number>> = { '3m': 3, '6m': 6, '12m': 12 }
const periodWeeks: Partial<Record<TestPeriod, number>> = { '1w': 1, '4w': 4 }
/** No unit is followed further beyond its plan: weekly, for ten years. */
const maxRepeats = 520

/**
 * When a unit tests after a date, at the same time of day in a zone. One that was put off counts on from the date that it was put off
 * from.
 */
export function* repeatsOf(
  { next, period, deferred }: { next: string; period: TestPeriod; deferred: boolean },
  most: number,
  zone: string,
): Generator<number> {
  const shown = new Date(next).toTemporalInstant().toZonedDateTimeISO(zone)
  const first = deferred ? shown.subtract({ days: deferredByDays }) : shown
  for (let n = 1; n <= most; n++)
    yield first.add({ weeks: n * (periodWeeks[period] ?? 0), months: n * (periodMonths[period] ?? 0) })
      .epochMilliseconds
}

/** Whether a unit that repeats a date comes to another: nobody gives it new ones once its plan has ended. */
const repeatsInto = (next: number, from: number, period: TestPeriod): boolean => {
  for (const at of repeatsOf({ next: new Date(from).toISOString(), period, deferred: false }, maxRepeats, 'UTC')) {
    if (at > next + toleratedMs) return false
    if (at >= next - toleratedMs) return true
  }
  return false
}

/**
 * Whether a unit says that it tests when it is to: on the date that it was given, on one of the later dates of the plan, or on those to which it counts
 * on from the last of them.
 */
export const hasTakenDates = (
  told: PlanUnit['reported'][TestKind],
  wanted: UnitDate,
  ownDates: readonly number[],
): boolean => {
  if (!told?.next || told.deferred || told.period !== wanted.period) return false
  const next = Date.parse(told.next)
  const dates = [Date.parse(wanted.next), ...ownDates]
  return (
    dates.some((date) => Math.abs(date - next) <= toleratedMs) || repeatsInto(next, Math.max(...dates), wanted.period)
  )
}
