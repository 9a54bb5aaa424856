import { unitDatesOfTests } from './late-ends.ts'
import type { PlannedTestRow, PlanUnitRow } from './planner.store.ts'
import { type FindKeptDates, keptDatesOf, testsOnKeptDates } from './rules/kept-dates.rules.ts'
import type { PlanTask } from './rules/plan-year.rules.ts'
import type { Placement } from './rules/test-schedule.rules.ts'
import { hasTakenDates } from './rules/unit-dates.rules.ts'

/** Tests run by units on their own schedule, whatever a plan with these rows says. */
export const listKeptDates = (
  task: PlanTask,
  { rows, units }: { rows: readonly PlannedTestRow[]; units: readonly PlanUnitRow[] },
): Placement[] => {
  const byId = new Map(units.map((row) => [row.centralUnitId, row]))
  const findKeptDates: FindKeptDates = (unit, kind) => {
    const planUnit = byId.get(unit.id)
    if (!planUnit) return keptDatesOf(unit, undefined)
    const unitDates = unitDatesOfTests(rows, { centralUnitId: unit.id, kind })
    const isAccepted = hasTakenDates(unit.reported[kind], planUnit[kind], unitDates)
    return keptDatesOf(unit, {
      isAccepted,
      wasRequested: planUnit.requestedAt !== null,
      hadAccepted: planUnit.acceptedAt !== null,
    })
  }
  return testsOnKeptDates(task, findKeptDates)
}
