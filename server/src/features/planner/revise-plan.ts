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
    sorted,
    missed,
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
  const fresh = tests.filter(({ id }) => id === undefined)
  await deletePlannedTests(
    work.tx,
    sorted.dropped.map(({ row }) => row.id),
  )
  await insertPlannedTests(
    work.tx,
    fresh.map((test) => {
      const former = previousTestOf(test, [...missed, ...sorted.dropped])
      const row = toPlannedTestRow(task, test, { id: randomUUID(), planId: plan.id, plantId: plan.plantId })
      if (former && former.row.startsAt.getTime() === test.at)
        return { ...row, movedFrom: former.row.movedFrom, movedBecause: former.row.movedBecause }
      return { ...row, movedFrom: former?.row.startsAt ?? null, movedBecause: former?.because ?? 'lampsChanged' }
    }),
  )
  let changed = fresh.length + sorted.dropped.length > 0
  for (const test of sorted.kept) {
    const row = byId.get(test.id ?? '')
    const lamps = test.lamps.flatMap((at) => task.facts.lamps[at]?.addr ?? [])
    if (!row || row.state !== 'planned' || String(row.lamps) === String(lamps)) continue
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
  const known = new Map((await listPlanUnits(work.tx, plan.id)).map((row) => [row.centralUnitId, row]))
  const wanted = unitDatesOf(tests, task)
  const gone = [...known.keys()].filter((unitId) => !wanted.has(unitId))
  await deletePlanUnits(work.tx, plan.id, gone)
  const fresh = [...wanted].flatMap(([centralUnitId, ahead]) => {
    const before = known.get(centralUnitId)
    // The unit's current dates, and those it reaches by its period.
    const ownDates = (kind: TestKind) => unitDatesOfTests(rows, { centralUnitId, kind })
    const isAhead = (kind: TestKind) =>
      tests.some((one) => one.unitId === centralUnitId && one.kind === kind && one.at >= task.begin)
    // A date that replaced a test which the unit has reported since does not count any more.
    const isLeft = (kind: TestKind) =>
      before !== undefined && ownDates(kind).length > 0 && !ownDates(kind).includes(Date.parse(before[kind].next))
    // After the plan's last test a unit keeps its schedule until there is another plan.
    const dateOf = (kind: TestKind) => {
      if (!before || isAhead(kind) || ownDates(kind).length === 0) return ahead[kind]
      return isLeft(kind)
        ? { ...before[kind], next: new Date(Math.max(...ownDates(kind))).toISOString() }
        : before[kind]
    }
    const dates = { functional: dateOf('functional'), autonomy: dateOf('autonomy') }
    const stands = (kind: TestKind) =>
      before !== undefined &&
      !isLeft(kind) &&
      hasTakenDates({ ...dates[kind], deferred: false }, before[kind], ownDates(kind))
    if (stands('functional') && stands('autonomy')) return []
    return [{ planId: plan.id, centralUnitId, ...dates, askedAt: null, takenAt: null, dueAt: now }]
  })
  await savePlanUnits(work.tx, fresh)
}

/** Revises an accepted plan: valid tests stay, others move to a future date. The caller has locked the plan. */
export const revisePlan = async (work: Work, plan: TestPlanRow): Promise<void> => {
  const now = work.now
  const known = await collectPlanFacts(work, plan.plantId)
  const begin = now.getTime() + leadMs
  const span = { from: plan.fromDay, until: plan.untilDay }
  const timed = { ...(await createPlanTask(known, plan.wishes, { span, begin })), now: now.getTime() }
  const online = new Set(known.facts.units.flatMap(({ id, online: isThere }) => (isThere ? [id] : [])))
  const late = await recordLateEnds(work.tx, await listPlannedTests(work.tx, [plan.id]), (unitId) => online.has(unitId))
  const needless = new Set(findNeedless(late.rows))
  await deletePlannedTests(
    work.tx,
    [...needless].map(({ id }) => id),
  )
  const rows = late.rows.filter((row) => !needless.has(row))
  const bare = { ...timed, keptDates: listKeptDates(timed, { rows, units: await listPlanUnits(work.tx, plan.id) }) }
  const sorted = sortPlan(rows, bare)
  const missed = findMissed(rows, known.facts)
  const urgent = new Set(missed.flatMap(({ row, lamps }) => (row.kind === 'autonomy' ? lamps : [])))
  const urgentFunctional = missed.filter(({ row }) => row.kind === 'functional').map(({ lamps }) => lamps)
  const task: PlanTask = {
    ...bare,
    kept: sorted.kept,
    functionalStays: sorted.functionalStays,
    urgent,
    urgentFunctional,
  }
  const year = planYear(task)
  const tests = year.tests.slice(0, planLimits.tests)
  const changed = await writeTests(work, { plan, task, sorted, missed, tests, rows })
  await writeUnitDates(work, plan, task, tests, rows)
  await updatePlan(work.tx, plan.id, {
    fingerprint: known.fingerprint,
    conflicts: conflictsOf(year, task),
    checkAt: new Date(now.getTime() + checkEveryMs),
  })
  if (changed || late.changed || needless.size > 0)
    work.broadcast({ plant: plan.plantId }, 'testPlan', { plant_id: plan.plantId })
}
