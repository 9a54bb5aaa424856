import type { UnitCommand } from '@vigilux/device-plane/commands.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { NextLocked } from '../../kernel/run-task.ts'
import { refusable, type Work } from '../../kernel/work.ts'
import { findEnabledFilter, findLinks, isConnected } from '../central-units/index.ts'
import { beginOperation, type StepDraft } from '../operations/index.ts'
import { reportedPlansOf } from './collect-plan-facts.ts'
import { isUnreported, listReportedLate, unitDatesOfTests } from './late-ends.ts'
import {
  listPlannedTests,
  lockDueUnit,
  type PlannedTestRow,
  type PlanUnitRow,
  updatePlanUnit,
} from './planner.store.ts'
import { hasTakenDates } from './rules/unit-dates.rules.ts'

/** How soon an asked or offline unit is checked again. */
const recheckMs = 10_000
/** How long after the request a silent unit is asked again. */
const retryMs = 15 * 60_000
/** Maximum time for a unit after its return to report its offline records. */
const reportGraceMs = 2 * 60_000

const names = {
  functional: ['setPeriodFunzionale', 'setDateTimeFunzionale'],
  autonomy: ['setPeriodAutonomia', 'setDateTimeAutonomia'],
} as const

const step = (command: UnitCommand): StepDraft => ({ role: 'work', command, undo: null, lamps: [] })

/** The commands for a unit's dates: first the periods, then the dates. A past date is left to its period. */
const stepsOf = (row: PlanUnitRow, now: Date): StepDraft[] =>
  (['functional', 'autonomy'] as const).flatMap((kind) => {
    const { next, period } = row[kind]
    const [setPeriod, setMoment] = names[kind]
    const moment = new Date(next) > now ? [step({ name: setMoment, set: next })] : []
    return [step({ name: setPeriod, period, differito: false }), ...moment]
  })

/**
 * Whether a formerly offline unit may have run a test given up by the plan. Its report, and the plan's next check, come
 * before the unit gets a date in place of the test.
 */
const mayReportMissedTest = async (
  work: Work,
  tests: readonly PlannedTestRow[],
  since: Date | undefined,
): Promise<boolean> => {
  if (!tests.some(isUnreported)) return false
  const onlineMs = since ? work.now.getTime() - since.getTime() : 0
  return onlineMs < reportGraceMs || (await listReportedLate(work.tx, tests)).length > 0
}

/** Sends a unit its dates; false while somebody works on the unit. */
const requestDates = async (work: Work, { date, plan, unit }: NonNullable<Awaited<ReturnType<typeof lockDueUnit>>>) => {
  const { acceptedBy: accepterId, acceptedByName, plantId } = plan
  const caller = accepterId ? { userId: accepterId, name: acceptedByName ?? '' } : null
  const steps = stepsOf(date, work.now)
  try {
    await beginOperation({ work: refusable(work), caller }, { plantId, unit, kind: 'planTests', steps })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/**
 * Processes the next unit without confirmed dates: a unit reporting them has taken the plan, an online unit not asked
 * recently is asked. Returns whether there was one.
 */
export const applyPlan: NextLocked = async (work, failed, found) => {
  const now = work.now
  const dueUnit = await lockDueUnit(work.tx, now, failed)
  if (!dueUnit) return false
  const { date, plan, unit } = dueUnit
  found(unit.id)
  const tests = (await listPlannedTests(work.tx, [plan.id])).filter(
    (one) => one.centralUnitId === unit.id && one.planner === 'unit',
  )
  const reportedPlans = reportedPlansOf(unit)
  const isAccepted = (['functional', 'autonomy'] as const).every((kind) =>
    hasTakenDates(reportedPlans[kind], date[kind], unitDatesOfTests(tests, { centralUnitId: unit.id, kind })),
  )
  if (isAccepted) {
    await updatePlanUnit(work.tx, date, { acceptedAt: now })
    work.broadcast({ plant: plan.plantId }, 'testPlan', { plant_id: plan.plantId })
    return true
  }
  const link = (await findLinks(work.tx, [unit.unit])).get(unit.unit)
  const isThere = isConnected(unit, link) && !(await mayReportMissedTest(work, tests, link?.since))
  const isEnabled = (await findEnabledFilter(work.tx, [plan.plantId], now))(unit)
  const wasRequested = date.requestedAt !== null && now.getTime() - date.requestedAt.getTime() < retryMs
  const isRequested = isThere && isEnabled && unit.acquired && !wasRequested && (await requestDates(work, dueUnit))
  await updatePlanUnit(work.tx, date, {
    dueAt: new Date(now.getTime() + recheckMs),
    ...(isRequested && { requestedAt: now }),
  })
  return true
}
