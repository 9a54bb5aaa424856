import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { PlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import type { UnplacedCause } from '@vigilux/contract/features/planner/test-plan.ts'
import type { PlanFacts, PlannedLamp, PlanSpan, PlanUnit } from '../plan-facts.ts'
import { findLateTests, planAutonomy } from './autonomy-tests.rules.ts'
import { cellOf } from './cells.rules.ts'
import { createFreeTime, type FreeTime } from './free-time.rules.ts'
import { planFunctional, repeatFunctional } from './functional-tests.rules.ts'
import { isUnknown, type Neighbours, neighboursOf } from './neighbours.rules.ts'
import { createTestSchedule, type Placement, worstOf } from './test-schedule.rules.ts'

export type PlanTask = {
  facts: PlanFacts
  settings: PlanSettings
  /** Public holidays and the plant's own free days. */
  keptFree: ReadonlySet<string>
  span: PlanSpan
  /** The first instant open to planning. */
  begin: number
  /** The current time, where it differs from the begin of planning: a test about to begin stays. */
  now?: number
  /** Tests run by units on their own dates, regardless of the plan. */
  keptDates?: readonly Placement[]
  /** Tests to keep unchanged, such as those of an accepted plan under revision. */
  keptTests?: readonly Placement[]
  /** Units whose functional tests stay unchanged. */
  functionalStays?: ReadonlySet<string>
  /** Lamps with a missed autonomy test: they get the next night. */
  urgent?: ReadonlySet<number>
  /** Lamps with a missed functional test, grouped as in this test. */
  urgentFunctional?: readonly (readonly number[])[]
}

/** Lamps without a date, by cause. */
export type Unplaced = { cause: UnplacedCause; kind: TestKind; lamps: number[] }

export type PlannedYear = {
  tests: Placement[]
  unplaced: Unplaced[]
  /** Autonomy tests without a night in time. */
  late: Placement[]
  worst: { at: number; out: number } | null
  /** Maximum number of lamps without charge at a time, to keep the required share ready; at least one. */
  maxLamps: number
  free: FreeTime
}

/** Autonomy tests spread over up to this many nights if enough: one a week, with a reserve for postponed tests. */
const nightsOfYear = 44

/** Why a single lamp gets no date of a kind; null when it can. */
const causeOf = (
  lamp: PlannedLamp,
  unit: PlanUnit | undefined,
  kind: TestKind,
  alwaysOpen: boolean,
): UnplacedCause | null => {
  if (!unit?.enrolled) return 'unitNotEnrolled'
  if (!unit.enabled) return 'unitNotEnabled'
  if (alwaysOpen && lamp.parity === null) return 'noParity'
  return kind === 'autonomy' && isUnknown(lamp) ? 'neighboursUnknown' : null
}

const splitByCause = ({ units, lamps, alwaysOpen }: PlanFacts, kind: TestKind) => {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const causes = lamps.map((lamp) => causeOf(lamp, byId.get(lamp.unitId), kind, alwaysOpen))
  const unplaced = [...Map.groupBy(causes.entries(), ([, cause]) => cause)].flatMap(
    ([cause, causeEntries]): Unplaced[] =>
      cause === null ? [] : [{ cause, kind, lamps: causeEntries.map(([at]) => at) }],
  )
  return { plannable: lamps.flatMap((_, at) => (causes[at] === null ? [at] : [])), unplaced }
}

/** A unit with all its lamps in one night can run the test itself, every year. */
const assignToUnits = (tests: readonly Placement[], { facts }: PlanTask): Placement[] => {
  const isYearly = !facts.alwaysOpen && facts.durationDays >= 365
  const autonomy = tests.filter(({ kind }) => kind === 'autonomy')
  const testsOf = Map.groupBy(autonomy, ({ unitId }) => unitId)
  const lampsOf = Map.groupBy(facts.lamps, ({ unitId }) => unitId)
  const isWhole = (test: Placement) =>
    testsOf.get(test.unitId)?.length === 1 && lampsOf.get(test.unitId)?.length === test.lamps.length
  return tests.map((test) =>
    isYearly && test.kind === 'autonomy' && test.id === undefined && isWhole(test) ? { ...test, by: 'unit' } : test,
  )
}

type PlanningContext = { free: FreeTime; neighbours: Neighbours; maxLamps: number; planBegin: number; end: number }

const createPlanningContext = ({ facts, settings, keptFree, span }: PlanTask): PlanningContext => {
  const startOf = (day: string) => Temporal.PlainDate.from(day).toZonedDateTime(facts.zone).epochMilliseconds
  return {
    free: createFreeTime({ zone: facts.zone, settings, keptFree }, span),
    neighbours: neighboursOf(facts.lamps),
    maxLamps: Math.max(1, Math.floor(facts.lamps.length * (1 - settings.ready / 100))),
    planBegin: startOf(span.from),
    end: startOf(Temporal.PlainDate.from(span.until).add({ days: 1 }).toString()) - 1,
  }
}

/** A plan whose autonomy tests have at most this many lamps. */
const planWithPartSize = (task: PlanTask, context: PlanningContext, size: number): PlannedYear => {
  const { facts, settings, begin, keptTests = [], keptDates = [], urgent: urgentLamps = new Set<number>() } = task
  const { free: freeTime, neighbours, maxLamps } = context
  const schedule = createTestSchedule({ chargeHours: facts.chargeHours, max: maxLamps, keptDates })
  for (const test of keptTests)
    schedule.add({ ...test, ...cellOf(test.lamps, facts.lamps, neighbours), group: test.group })
  const functional = splitByCause(facts, 'functional')
  const unplaced = [...functional.unplaced]
  for (const [unitId, unitLamps] of Map.groupBy(functional.plannable, (at) => facts.lamps[at]?.unitId ?? '')) {
    if (task.functionalStays?.has(unitId)) continue
    const { without: lampsWithoutSlot } = planFunctional(
      { facts, settings, free: freeTime, neighbours, book: schedule, begin },
      unitLamps,
    )
    if (lampsWithoutSlot.length > 0)
      unplaced.push({ cause: 'noFreeHours', kind: 'functional', lamps: lampsWithoutSlot })
  }
  for (const lamps of task.urgentFunctional ?? [])
    repeatFunctional({ facts, settings, free: freeTime, neighbours, book: schedule, begin }, lamps)
  const autonomy = splitByCause(facts, 'autonomy')
  const work = { ...context, facts, settings, book: schedule, maxLamps: size, begin, urgent: urgentLamps }
  const lampsWithoutNight = planAutonomy(work, autonomy.plannable)
  const lateTests = findLateTests(work)
  unplaced.push(...autonomy.unplaced, ...lampsWithoutNight.map((one) => ({ ...one, kind: 'autonomy' as const })))
  const tests = assignToUnits(schedule.placed, task).toSorted((a, b) => a.at - b.at || a.unitId.localeCompare(b.unitId))
  return { tests, unplaced, late: lateTests, worst: worstOf(tests, facts.chargeHours), maxLamps, free: freeTime }
}

const lampsOf = (tests: readonly { lamps: readonly number[] }[]): number =>
  tests.reduce((total, { lamps }) => total + lamps.length, 0)

/**
 * The same task always gives the same plan. Functional tests are placed first, as units repeat them, then autonomy
 * tests while neighbours are charged. An autonomy test covers few lamps, and more only where lamps would not be tested
 * in time.
 */
export const planYear = (task: PlanTask): PlannedYear => {
  const context = createPlanningContext(task)
  const smallestSize = Math.max(1, Math.min(context.maxLamps, Math.ceil(task.facts.lamps.length / nightsOfYear)))
  const sizes = new Set([smallestSize, Math.min(context.maxLamps, 2 * smallestSize), context.maxLamps])
  let best: PlannedYear | undefined
  for (const size of sizes) {
    const plan = planWithPartSize(task, context, size)
    const isBetter = !best || lampsOf([...plan.late, ...plan.unplaced]) < lampsOf([...best.late, ...best.unplaced])
    if (isBetter) best = plan
    if (plan.late.every(({ id }) => id !== undefined) && !plan.unplaced.some(({ cause }) => cause === 'noNight')) break
  }
  return best ?? planWithPartSize(task, context, smallestSize)
}
