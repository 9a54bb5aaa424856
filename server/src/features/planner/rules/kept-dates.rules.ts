import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { dayIn } from '../../../kernel/zoned.ts'
import { dayMs, hourMs, type PlanFacts, type PlanUnit } from '../plan-facts.ts'
import { cellOf } from './cells.rules.ts'
import { functionalMinutes } from './functional-tests.rules.ts'
import { neighboursOf } from './neighbours.rules.ts'
import type { PlanTask } from './plan-year.rules.ts'
import { endOf, type Placement } from './test-schedule.rules.ts'
import { repeatsOf } from './unit-dates.rules.ts'

/** Which of a unit's own dates outside its plan count: all; the `near` one, while others are sent; or none. */
export type KeptDates = 'all' | 'near' | 'none'
export type FindKeptDates = (unit: PlanUnit, kind: TestKind) => KeptDates

/** The known dates of a unit by an accepted plan, for a kind of test; undefined without such a plan. */
export type AssignedDates = { isAccepted: boolean; wasRequested: boolean; hadAccepted: boolean } | undefined

/** An online unit gets its dates within minutes. A unit offline, or refusing the plan, retains its own. */
export const keptDatesOf = ({ online, enrolled, enabled }: PlanUnit, assigned: AssignedDates): KeptDates => {
  if (assigned?.isAccepted) return 'none'
  if (!online || !enrolled || !enabled || assigned?.hadAccepted) return 'all'
  return assigned?.wasRequested ? 'near' : 'none'
}

/** A unit takes new dates within this time; a test of its own within it may still run. */
const nearMs = 2 * dayMs
/** Maximum number of own dates followed: weekly, for two years. */
const maxDates = 104

const minutesOf = (facts: PlanFacts, kind: TestKind, lamps: readonly number[]): number =>
  kind === 'functional'
    ? functionalMinutes
    : Math.max(...lamps.map((at) => facts.lamps[at]?.ratedMin ?? facts.ratedMinutes))

/** A unit's own test dates between two instants, from its reported schedule. */
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

/** Tests run by units on their own schedule regardless of the plan; others are planned around them. */
export const testsOnKeptDates = ({ facts, span, begin }: PlanTask, findKept: FindKeptDates): Placement[] => {
  const neighbours = neighboursOf(facts.lamps)
  const lampsOf = Map.groupBy(facts.lamps.keys(), (at) => facts.lamps[at]?.unitId ?? '')
  const end = Temporal.PlainDate.from(span.until).add({ days: 2 }).toZonedDateTime(facts.zone).epochMilliseconds
  return facts.units.flatMap((unit) => {
    const lamps = lampsOf.get(unit.id)
    if (!lamps) return []
    const cell = { ...cellOf(lamps, facts.lamps, neighbours), unitId: unit.id }
    return (['functional', 'autonomy'] as const).flatMap((kind) => {
      const keptKind = findKept(unit, kind)
      if (keptKind === 'none') return []
      const minutes = minutesOf(facts, kind, lamps)
      // Lamps of a just ended test are still charging.
      const from = begin - minutes * 60_000 - facts.chargeHours * hourMs
      const dates = datesOf(unit, kind, facts.zone, from, keptKind === 'near' ? Math.min(end, begin + nearMs) : end)
      return dates.map(
        (at): Placement => ({ ...cell, kind, by: 'unit', day: dayIn(new Date(at), facts.zone), at, minutes }),
      )
    })
  })
}

/** Whether a unit's own test discharges lamps together with a neighbour. */
export const dischargesNeighbours = ({ kind, lamps, beside }: Placement): boolean =>
  kind === 'autonomy' && lamps.some((at) => beside.has(at))

export const isAhead = (test: Placement, { begin }: Pick<PlanTask, 'begin'>): boolean => endOf(test) >= begin
