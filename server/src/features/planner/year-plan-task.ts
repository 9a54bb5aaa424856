import type { BackgroundParts } from '../../kernel/background.ts'
import { type NextLocked, processEachLocked, runIsolated } from '../../kernel/process-due.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import { applyPlan } from './apply-plan.ts'
import { lockPlanToCheck } from './planner.store.ts'
import { revisePlan } from './revise-plan.ts'
import { startPlannedTest } from './start-planned-tests.ts'
import { trackTests } from './track-tests.ts'

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'log'>

const pollIntervalMs = 5_000
/** Maximum number of items per kind of work and run, so that every kind gets its turn. */
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

/** Runs due work of accepted plans: units without dates, tests to start, plans that may be out of date. */
export const processPlans = (parts: Parts): Promise<void> =>
  runIsolated(parts.log, [
    () => processDue(parts, startPlannedTest),
    () => trackTests(parts),
    () => processDue(parts, checkPlan),
    () => processDue(parts, applyPlan),
  ])

export const yearPlanTask: TaskFactory = (parts) => ({
  name: 'process year plans',
  everyMs: pollIntervalMs,
  turn: () => processPlans(parts),
})
