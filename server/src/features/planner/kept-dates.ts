import { ownDatesOf } from './late-ends.ts'
import type { PlannedTestRow, PlanUnitRow } from './planner.store.ts'
import { type KeepingOf, keepingOf, testsOnKeptDates } from './rules/kept-dates.rules.ts'
import type { PlanTask } from './rules/plan-year.rules.ts'
import type { Placement } from './rules/test-book.rules.ts'
import { hasTaken } from './rules/unit-dates.rules.ts'

/** The tests that units run by themselves whatever a plan with these rows says. */
export const keptDatesBeside = (
  task: PlanTask,
  { rows, units }: { rows: readonly PlannedTestRow[]; units: readonly PlanUnitRow[] },
): Placement[] => {
  const byId = new Map(units.map((row) => [row.centralUnitId, row]))
  const keeping: KeepingOf = (unit, kind) => {
    const given = byId.get(unit.id)
    if (!given) return keepingOf(unit, undefined)
    const ownDates = ownDatesOf(rows, { centralUnitId: unit.id, kind })
    const isTaken = hasTaken(unit.told[kind], given[kind], ownDates)
    return keepingOf(unit, { isTaken, wasAsked: given.askedAt !== null, hadTaken: given.takenAt !== null })
  }
  return testsOnKeptDates(task, keeping)
}
