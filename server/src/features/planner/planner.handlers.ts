import type { plannerActions } from '@vigilux/contract/features/planner/planner.actions.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { findPlant } from '../plants/index.ts'
import { collectPlanFacts } from './collect-plan-facts.ts'
import {
  deletePlan,
  endAcceptedPlan,
  findPlanSettings,
  findPlans,
  lockPlan,
  savePlanSettingsIfVersion,
  schedulePlanCheck,
  type TestPlanRow,
  updatePlan,
} from './planner.store.ts'
import { proposePlan } from './propose-plan.ts'
import { revisePlan } from './revise-plan.ts'
import { viewDay } from './view-day.ts'
import { viewPlan } from './view-plan.ts'

const auditPlant = async (work: Work, plantId: string): Promise<void> =>
  work.audit.target({ kind: 'plant', id: plantId, name: (await findPlant(work.tx, plantId)).plantname })

/** Accepts a proposal: revises it for the plant's present state and moves past dates. */
const acceptPlan = async (context: WriteContext, plan: TestPlanRow): Promise<void> => {
  const { work, caller } = context
  const now = work.now
  const { userId: accepterId, name: acceptedByName } = caller
  await endAcceptedPlan(work.tx, plan.plantId)
  const acceptance = {
    state: 'accepted' as const,
    acceptedBy: accepterId,
    acceptedByName,
    acceptedAt: now,
    checkAt: now,
  }
  await updatePlan(work.tx, plan.id, acceptance)
  await revisePlan(context.work, { ...plan, ...acceptance })
}

export const plannerHandlers: HandlersOf<typeof plannerActions> = {
  getTestPlan: async ({ work, input: { plantId }, deferWrite }) => {
    const { settings, version } = await findPlanSettings(work.tx, plantId)
    const plans = await findPlans(work.tx, plantId)
    const collectedFacts = plans.length > 0 ? await collectPlanFacts(work, plantId) : null
    const viewPlanOf = async (state: TestPlanRow['state']) => {
      const plan = plans.find((one) => one.state === state)
      if (!plan || !collectedFacts) return null
      // A viewer may find a plan out of date before its scheduled check does.
      if (state === 'accepted' && plan.fingerprint !== collectedFacts.fingerprint)
        deferWrite(({ tx }) => schedulePlanCheck(tx, plan.id, work.now))
      return viewPlan(work.tx, plan, collectedFacts)
    }
    return { settings, version, proposal: await viewPlanOf('draft'), accepted: await viewPlanOf('accepted') }
  },
  getPlannedDay: async ({ work, input }) => {
    const plans = await findPlans(work.tx, input.plantId)
    if (!plans.some(({ id }) => id === input.planId)) return work.fail('PLAN_NOT_FOUND')
    return viewDay(work.tx, input, (await collectPlanFacts(work, input.plantId)).facts)
  },
  savePlanSettings: async ({ work, input: { plantId, settings, version } }) => {
    const before = await findPlanSettings(work.tx, plantId)
    await auditPlant(work, plantId)
    work.audit.diff(before.settings, settings)
    const newVersion = await savePlanSettingsIfVersion(work.tx, plantId, { settings, version })
    if (newVersion === undefined) return work.fail('CHANGED_MEANWHILE', { now: before })
    work.broadcast({ plant: plantId }, 'testPlan', { plant_id: plantId })
    return { version: newVersion }
  },
  proposePlan: async ({ input: { plantId }, ...context }) => {
    await auditPlant(context.work, plantId)
    const planId = await proposePlan(context, plantId)
    context.work.broadcast({ plant: plantId }, 'testPlan', { plant_id: plantId })
    return { planId }
  },
  acceptPlan: async ({ input: { plantId, planId }, ...context }) => {
    const { work } = context
    const plan = (await lockPlan(work.tx, plantId, planId)) ?? work.fail('PLAN_NOT_FOUND')
    await auditPlant(work, plantId)
    if (plan.state === 'accepted') return {}
    await acceptPlan(context, plan)
    work.broadcast({ plant: plantId }, 'testPlan', { plant_id: plantId })
    return {}
  },
  discardPlan: async ({ work, input: { plantId, planId } }) => {
    const plan = (await lockPlan(work.tx, plantId, planId)) ?? work.fail('PLAN_NOT_FOUND')
    await auditPlant(work, plantId)
    if (plan.state === 'accepted') return work.fail('PLAN_ACCEPTED')
    await deletePlan(work.tx, planId)
    work.broadcast({ plant: plantId }, 'testPlan', { plant_id: plantId })
    return {}
  },
}
