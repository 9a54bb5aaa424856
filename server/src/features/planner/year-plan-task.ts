import type { BackgroundParts } from '../../kernel/background.ts'
import { anyOf } from '../../kernel/due-rows.store.ts'
import { type NextLocked, processEachLocked, runIsolated } from '../../kernel/run-task.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import { applyPlan } from './apply-plan.ts'
import { isAnyPlanToCheck, isAnyUnitDue, lockPlanToCheck } from './planner.store.ts'
import { revisePlan } from './revise-plan.ts'
import { isAnyTestToStart, startPlannedTest } from './start-planned-tests.ts'
import { trackTests } from './track-tests.ts'

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'log'>

/** Ends of tests are found by their results, which no condition looks at. */
const trackIntervalMs = 10_000
/** Maximum number of items per kind of work and run, so every kind gets its turn. */
const batchSize = 200

const processDue = (parts: Parts, next: NextLocked): Promise<void> =>
  processEachLocked({ ...parts, failure: 'a year plan cannot be kept', max: batchSize }, next)

const checkPlan: NextLocked = async (work, failed, found) => {
  const plan = await lockPlanToCheck(work.tx, work.now, failed)
  if (!plan) return false
  found(plan.id)
  await revisePlan(work, plan)
  return true
}

/** Runs due work of accepted plans: units without dates, tests to start, and possibly outdated plans. */
export const processPlans = (parts: Parts): Promise<void> =>
  runIsolated(parts.log, [
    () => processDue(parts, startPlannedTest),
    // Before the plans are checked: they count on the ends.
    () => trackTests(parts),
    () => processDue(parts, checkPlan),
    () => processDue(parts, applyPlan),
  ])

export const yearPlanTask: TaskFactory = (parts) => ({
  name: 'process year plans',
  due: (now) => anyOf(isAnyTestToStart(now), isAnyPlanToCheck(now), isAnyUnitDue(now)),
  everyMs: trackIntervalMs,
  turn: () => processPlans(parts),
})
