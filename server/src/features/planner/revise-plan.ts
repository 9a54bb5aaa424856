import { randomUUID } from 'node:crypto'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { planLimits } from '@vigilux/contract/features/planner/test-plan.ts'
import type { Work } from '../../kernel/work.ts'
import { collectPlanFacts } from './collect-plan-facts.ts'
import { listKeptDates } from './kept-dates.ts'
import { recordLateEnds, unitDatesOfTests } from './late-ends.ts'
import { hourMs, minuteMs } from './plan-facts.ts'
import { createPlanTask, toPlannedTestRow } from './plan-input.ts'
import {
  deletePlannedTests,
  deletePlanUnits,
  insertPlannedTests,
  listPlannedTests,
  listPlanUnits,
  type PlannedTestRow,
  savePlanUnits,
  type TestPlanRow,
  updatePlan,
  updatePlannedTest,
} from './planner.store.ts'
import { conflictsOf } from './rules/conflicts.rules.ts'
import { findMissed, findNeedless } from './rules/missed-tests.rules.ts'
import { type PlanTask, planYear } from './rules/plan-year.rules.ts'
import { type Dropped, previousTestOf, type SortedPlan, sortPlan } from './rules/revise.rules.ts'
import type { Placement } from './rules/test-schedule.rules.ts'
import { hasTakenDates, unitDatesOf } from './rules/unit-dates.rules.ts'

/** How often an accepted plan is checked when no change is reported. */
const checkEveryMs = hourMs
/** Lead time: no test is planned sooner than this. */
const leadMs = 10 * minuteMs

/** Saves the changes to future tests; returns whether there were any. */
const writeTests = async (
  work: Work,
  {
    plan,
    task,
    sorted: sortedPlan,
    missed: missedTests,
    tests,
    rows,
  }: {
    plan: TestPlanRow
    task: PlanTask
    sorted: SortedPlan
    missed: Dropped[]
    tests: readonly Placement[]
    rows: readonly PlannedTestRow[]
  },
): Promise<boolean> => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const newTests = tests.filter(({ id }) => id === undefined)
  await deletePlannedTests(
    work.tx,
    sortedPlan.dropped.map(({ row }) => row.id),
  )
  await insertPlannedTests(
    work.tx,
    newTests.map((test) => {
      const previousTest = previousTestOf(test, [...missedTests, ...sortedPlan.dropped])
      const row = toPlannedTestRow(task, test, { id: randomUUID(), planId: plan.id, plantId: plan.plantId })
      if (previousTest && previousTest.row.startsAt.getTime() === test.at)
        return { ...row, movedFrom: previousTest.row.movedFrom, movedBecause: previousTest.row.movedBecause }
      return {
        ...row,
        movedFrom: previousTest?.row.startsAt ?? null,
        movedBecause: previousTest?.reason ?? 'lampsChanged',
      }
    }),
  )
  let changed = newTests.length + sortedPlan.dropped.length > 0
  for (const test of sortedPlan.keptTests) {
    const row = byId.get(test.id ?? '')
    const lamps = test.lamps.flatMap((at) => task.facts.lamps[at]?.addr ?? [])
    if (row?.state !== 'planned' || String(row.lamps) === String(lamps)) continue
    await updatePlannedTest(work.tx, row.id, { lamps })
    changed = true
  }
  return changed
}

/** Saves new dates for units whose own schedule changed. */
const writeUnitDates = async (
  work: Work,
  plan: TestPlanRow,
  task: PlanTask,
  tests: readonly Placement[],
  rows: readonly PlannedTestRow[],
): Promise<void> => {
  const now = work.now
  const storedUnits = new Map((await listPlanUnits(work.tx, plan.id)).map((row) => [row.centralUnitId, row]))
  const targetDates = unitDatesOf(tests, task)
  const removedUnitIds = [...storedUnits.keys()].filter((unitId) => !targetDates.has(unitId))
  await deletePlanUnits(work.tx, plan.id, removedUnitIds)
  const newUnits = [...targetDates].flatMap(([centralUnitId, upcomingDates]) => {
    const before = storedUnits.get(centralUnitId)
    // The unit's current dates, and those it reaches by its period.
    const unitDatesOfKind = (kind: TestKind) => unitDatesOfTests(rows, { centralUnitId, kind })
    const isAhead = (kind: TestKind) =>
      tests.some((one) => one.unitId === centralUnitId && one.kind === kind && one.at >= task.begin)
    // A date in place of a test reported since does not count any more.
    const isLeft = (kind: TestKind) =>
      before !== undefined &&
      unitDatesOfKind(kind).length > 0 &&
      !unitDatesOfKind(kind).includes(Date.parse(before[kind].next))
    // After the plan's last test a unit keeps its schedule until there is another plan.
    const dateOf = (kind: TestKind) => {
      if (!before || isAhead(kind) || unitDatesOfKind(kind).length === 0) return upcomingDates[kind]
      return isLeft(kind)
        ? { ...before[kind], next: new Date(Math.max(...unitDatesOfKind(kind))).toISOString() }
        : before[kind]
    }
    const dates = { functional: dateOf('functional'), autonomy: dateOf('autonomy') }
    const isUnchanged = (kind: TestKind) =>
      before !== undefined &&
      !isLeft(kind) &&
      hasTakenDates({ ...dates[kind], deferred: false }, before[kind], unitDatesOfKind(kind))
    if (isUnchanged('functional') && isUnchanged('autonomy')) return []
    return [{ planId: plan.id, centralUnitId, ...dates, requestedAt: null, acceptedAt: null, dueAt: now }]
  })
  await savePlanUnits(work.tx, newUnits)
}

/** Revises an accepted plan: valid tests stay, others move to a future date. The caller has locked the plan. */
export const revisePlan = async (work: Work, plan: TestPlanRow): Promise<void> => {
  const now = work.now
  const collectedFacts = await collectPlanFacts(work, plan.plantId)
  const begin = now.getTime() + leadMs
  const span = { from: plan.fromDay, until: plan.untilDay }
  const timedTask = { ...(await createPlanTask(collectedFacts, plan.settings, { span, begin })), now: now.getTime() }
  const online = new Set(collectedFacts.facts.units.flatMap(({ id, online: isThere }) => (isThere ? [id] : [])))
  const lateEnds = await recordLateEnds(work.tx, await listPlannedTests(work.tx, [plan.id]), (unitId) =>
    online.has(unitId),
  )
  const unneededTests = new Set(findNeedless(lateEnds.rows))
  await deletePlannedTests(
    work.tx,
    [...unneededTests].map(({ id }) => id),
  )
  const rows = lateEnds.rows.filter((row) => !unneededTests.has(row))
  const baseTask = {
    ...timedTask,
    keptDates: listKeptDates(timedTask, { rows, units: await listPlanUnits(work.tx, plan.id) }),
  }
  const sortedPlan = sortPlan(rows, baseTask)
  const missedTests = findMissed(rows, collectedFacts.facts)
  const urgentLamps = new Set(missedTests.flatMap(({ row, lamps }) => (row.kind === 'autonomy' ? lamps : [])))
  const urgentFunctional = missedTests.filter(({ row }) => row.kind === 'functional').map(({ lamps }) => lamps)
  const task: PlanTask = {
    ...baseTask,
    keptTests: sortedPlan.keptTests,
    functionalStays: sortedPlan.functionalStays,
    urgent: urgentLamps,
    urgentFunctional,
  }
  const year = planYear(task)
  const tests = year.tests.slice(0, planLimits.tests)
  const changed = await writeTests(work, { plan, task, sorted: sortedPlan, missed: missedTests, tests, rows })
  await writeUnitDates(work, plan, task, tests, rows)
  await updatePlan(work.tx, plan.id, {
    fingerprint: collectedFacts.fingerprint,
    conflicts: conflictsOf(year, task),
    checkAt: new Date(now.getTime() + checkEveryMs),
  })
  if (changed || lateEnds.changed || unneededTests.size > 0)
    work.broadcast({ plant: plan.plantId }, 'testPlan', { plant_id: plan.plantId })
}
