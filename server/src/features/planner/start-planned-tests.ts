import type { DueCondition } from '../../kernel/due-rows.store.ts'
import type { NextLocked } from '../../kernel/run-task.ts'
import type { Work } from '../../kernel/work.ts'
import { findUnitById } from '../central-units/index.ts'
import { findChargedAt, insertHeldTestIfAbsent, listTestLamps } from '../emergency-tests/index.ts'
import { collectPlanFacts } from './collect-plan-facts.ts'
import { isAnyTestDueToStart, lockDueTest } from './open-tests.store.ts'
import { minuteMs } from './plan-facts.ts'
import {
  listPlannedTests,
  lockPlan,
  type PlannedTestRow,
  schedulePlanCheck,
  type TestPlanRow,
  updatePlannedTest,
} from './planner.store.ts'
import { revisePlan } from './revise-plan.ts'

/** How long before its time a test is handed over for its start. */
const leadMs = minuteMs

const startsBefore = (now: Date): Date => new Date(now.getTime() + leadMs)

export const isAnyTestToStart = (now: Date): DueCondition => isAnyTestDueToStart(startsBefore(now))

const broadcastPlan = async (work: Work, { planId, plantId }: PlannedTestRow): Promise<void> => {
  await schedulePlanCheck(work.tx, planId, work.now)
  work.broadcast({ plant: plantId }, 'testPlan', { plant_id: plantId })
}

/** Revises a test's plan for the plant's current state; returns whether the test keeps its date. */
const isStillPlanned = async (work: Work, test: PlannedTestRow, plan: TestPlanRow): Promise<boolean> => {
  const { fingerprint } = await collectPlanFacts(work, test.plantId)
  if (fingerprint === plan.fingerprint) return true
  await revisePlan(work, plan)
  return (await listPlannedTests(work.tx, [plan.id])).some(({ id }) => id === test.id)
}

/** Whether the batteries of its lamps will not be charged at the start of an autonomy test. */
const isUncharged = async (work: Work, test: PlannedTestRow): Promise<boolean> => {
  if (test.kind !== 'autonomy') return false
  const unit = await findUnitById(work.tx, test.plantId, test.centralUnitId)
  const chargedAt = unit && (await findChargedAt(work, unit, await listTestLamps(work.tx, unit.id, test.lamps)))
  return chargedAt ? chargedAt > test.startsAt : false
}

/**
 * Hands the next due test over to the test scheduler under its own id, which makes a repeat harmless. A test with
 * uncharged batteries is not executed and gets another night.
 */
export const startPlannedTest: NextLocked = async (work, failed, found) => {
  const now = work.now
  const test = await lockDueTest(work.tx, startsBefore(now), failed)
  if (!test) return false
  found(test.id)
  const plan = await lockPlan(work.tx, test.plantId, test.planId)
  const unit = await findUnitById(work.tx, test.plantId, test.centralUnitId)
  if (!plan?.acceptedBy || !unit || unit.removedAt) {
    await updatePlannedTest(work.tx, test.id, { state: 'notExecuted', reason: 'unit_removed' })
  } else if (!(await isStillPlanned(work, test, plan))) {
    return true
  } else if (await isUncharged(work, test)) {
    await updatePlannedTest(work.tx, test.id, { state: 'notExecuted', reason: 'battery_charging' })
  } else {
    const { id, plantId, centralUnitId, kind, lamps, startsAt } = test
    await insertHeldTestIfAbsent(work.tx, {
      id,
      plantId,
      centralUnitId,
      unit: unit.unit,
      kind,
      lamps,
      state: 'waiting',
      startsAt,
      dueAt: startsAt,
      chargedAt: null,
      reason: null,
      testId: null,
      requestedAt: now,
      reTest: false,
      chargesFrom: null,
      requestedBy: plan.acceptedBy,
      requestedByName: plan.acceptedByName ?? '',
    })
    await updatePlannedTest(work.tx, id, { state: 'begun' })
    work.broadcast({ plant: plantId }, 'heldTest', { plant_id: plantId })
  }
  await broadcastPlan(work, test)
  return true
}
