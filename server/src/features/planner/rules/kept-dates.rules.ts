import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { dayIn } from '../../../kernel/zoned.ts'
import { dayMs, hourMs, type PlanFacts, type PlanUnit } from '../plan-facts.ts'
import { cellOf } from './cells.rules.ts'
import { functionalMinutes } from './functional-tests.rules.ts'
import { neighboursOf } from './neighbours.rules.ts'
import type { PlanTask } from './plan-year.rules.ts'
import { endOf, type Placement } from './test-schedule.rules.ts'
import { repeatsOf } from './unit-dates.rules.ts'

/**
 * Whether a unit tests on dates of its own that are none of its plan: on all that it comes to; on one that is `near`, as it is being given others;
 * or on none.
 */
export type KeptDates = 'all' | 'near' | 'none'
export type FindKeptDates = (unit: PlanUnit, kind: TestKind) => KeptDates

/** What a plan in force has given a unit of a kind, as far as that is known; undefined before there is one. */
export type AssignedDates = { isTaken: boolean; wasAsked: boolean; hadTaken: boolean } | undefined

/** Who is there and has not been asked yet takes its dates within minutes; who is away, or does not obey the plan, keeps what it has. */
export const keptDatesOf = ({ online, enrolled, enabled }: PlanUnit, given: AssignedDates): KeptDates => {
  if (given?.isTaken) return 'none'
  if (!online || !enrolled || !enabled || given?.hadTaken) return 'all'
  return given?.wasAsked ? 'near' : 'none'
}

/** A unit that is given other dates has them before this; what it would test until then may still be run. */
const nearMs = 2 * dayMs
/** No unit is followed further: weekly, for two years. */
const maxDates = 104

const minutesOf = (facts: PlanFacts, kind: TestKind, lamps: readonly number[]): number =>
  kind === 'functional'
    ? functionalMinutes
    : Math.max(...lamps.map((at) => facts.lamps[at]?.ratedMin ?? facts.ratedMinutes))

/** When a unit tests by itself of what it told, from one instant to another. */
const datesOf = ({ reported }: PlanUnit, kind: TestKind, zone: string, from: number, until: number): number[] => {
  const { next = null, period = null, deferred = false } = reported[kind] ?? {}
  if (!next) return []
  const dates = [Date.parse(next)]
  for (const date of period ? repeatsOf({ next, period, deferred }, maxDates, zone) : []) {
    if (date > until) break
    dates.push(date)
  }
  return dates.filter((date) => date >= from && date <= until)
}

/** The tests that units run by themselves whatever the plan says: others are planned around them. */
export const testsOnKeptDates = ({ facts, span, begin }: PlanTask, keeping: FindKeptDates): Placement[] => {
  const neighbours = neighboursOf(facts.lamps)
  const lampsOf = Map.groupBy(facts.lamps.keys(), (at) => facts.lamps[at]?.unitId ?? '')
  const end = Temporal.PlainDate.from(span.until).add({ days: 2 }).toZonedDateTime(facts.zone).epochMilliseconds
  return facts.units.flatMap((unit) => {
    const lamps = lampsOf.get(unit.id)
    if (!lamps) return []
    const cell = { ...cellOf(lamps, facts.lamps, neighbours), unitId: unit.id }
    return (['functional', 'autonomy'] as const).flatMap((kind) => {
      const keeps = keeping(unit, kind)
      if (keeps === 'none') return []
      const minutes = minutesOf(facts, kind, lamps)
      // What was run a moment ago still charges.
      const from = begin - minutes * 60_000 - facts.chargeHours * hourMs
      const dates = datesOf(unit, kind, facts.zone, from, keeps === 'near' ? Math.min(end, begin + nearMs) : end)
      return dates.map(
        (at): Placement => ({ ...cell, kind, by: 'unit', day: dayIn(new Date(at), facts.zone), at, minutes }),
      )
    })
  })
}

/** Whether all lamps of a test of a unit's own are emptied with one beside them. */
export const dischargesNeighbours = ({ kind, lamps, beside }: Placement): boolean =>
  kind === 'autonomy' && lamps.some((at) => beside.has(at))

export const isAhead = (test: Placement, { begin }: Pick<PlanTask, 'begin'>): boolean => endOf(test) >= begin
