import type { BackgroundParts } from '../../kernel/background.ts'
import { eachByItself, eachLocked, type NextLocked } from '../../kernel/each-due.ts'
import type { TaskOf } from '../../kernel/task.ts'
import { followTests } from './follow-tests.ts'
import { lockPlanToCheck } from './planner.store.ts'
import { putIntoEffect } from './put-into-effect.ts'
import { revisePlan } from './revise-plan.ts'
import { handOverTest } from './start-planned-tests.ts'

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'log'>

const lookEveryMs = 5_000
/** Of each kind of work so much in one turn at most: the others have theirs too. */
const mostAtOnce = 200

const workOff = (parts: Parts, next: NextLocked): Promise<void> =>
  eachLocked({ ...parts, failure: 'a year plan cannot be kept', most: mostAtOnce }, next)

/** Checks the next plan that is due for a look. */
const checkPlan: NextLocked = async (work, failed, found) => {
  const plan = await lockPlanToCheck(work.tx, work.now, failed)
  if (!plan) return false
  found(plan.id)
  await revisePlan(work, plan)
  return true
}

/** Everything that plans in force ask for now: units that lack their dates, tests whose time has come, plans that may hold no longer. */
export const keepPlans = (parts: Parts): Promise<void> =>
  eachByItself(parts.log, [
    () => workOff(parts, handOverTest),
    () => followTests(parts),
    () => workOff(parts, checkPlan),
    () => workOff(parts, putIntoEffect),
  ])

export const planKeeper: TaskOf = (parts) => ({
  name: 'keep plans',
  everyMs: lookEveryMs,
  turn: () => keepPlans(parts),
})
