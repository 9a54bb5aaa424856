import { randomUUID } from 'node:crypto'
import { planLimits } from '@vigilux/contract/features/planner/test-plan.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { collectPlanFacts } from './collect-plan-facts.ts'
import { listKeptDates } from './kept-dates.ts'
import { createPlanTask, planYearFrom, toPlannedTestRow } from './plan-input.ts'
import { findPlanSettings, replaceDraft } from './planner.store.ts'
import { conflictsOf } from './rules/conflicts.rules.ts'
import { planYear } from './rules/plan-year.rules.ts'

/** Computes a year of tests for a plant and saves it as the proposal. */
export const proposePlan = async (
  context: WriteContext<'NO_LAMPS_TO_PLAN' | 'PLAN_TOO_LARGE'>,
  plantId: string,
): Promise<string> => {
  const { work, caller } = context
  const collectedFacts = await collectPlanFacts(context.work, plantId)
  const { facts, fingerprint } = collectedFacts
  if (facts.lamps.length === 0) return work.fail('NO_LAMPS_TO_PLAN')
  if (facts.lamps.length > planLimits.lamps) return work.fail('PLAN_TOO_LARGE', { limit: planLimits.lamps })
  const now = work.now
  const { settings } = await findPlanSettings(work.tx, plantId)
  const span = planYearFrom(now, facts.zone)
  const begin = Temporal.PlainDate.from(span.from).toZonedDateTime(facts.zone).epochMilliseconds
  const baseTask = await createPlanTask(collectedFacts, settings, { span, begin })
  const task = { ...baseTask, keptDates: listKeptDates(baseTask, { rows: [], units: [] }) }
  const plan = planYear(task)
  if (plan.tests.length > planLimits.tests) return work.fail('PLAN_TOO_LARGE', { limit: planLimits.tests })
  const planId = randomUUID()
  await replaceDraft(
    work.tx,
    {
      id: planId,
      plantId,
      state: 'draft',
      settings,
      fromDay: span.from,
      untilDay: span.until,
      fingerprint,
      conflicts: conflictsOf(plan, task),
      proposedBy: caller.userId,
      proposedByName: caller.name,
      proposedAt: now,
      acceptedBy: null,
      acceptedByName: null,
      acceptedAt: null,
      checkAt: null,
    },
    plan.tests.map((test) => toPlannedTestRow(task, test, { id: randomUUID(), planId, plantId })),
  )
  return planId
}
