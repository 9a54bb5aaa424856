import type { plannerActions } from '@vigilux/contract/features/planner/planner.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findPlant } from '../plants/index.ts'
import { collectPlanFacts } from './collect-plan-facts.ts'
import {
  checkSoon,
  deletePlan,
  endAcceptedPlan,
  findPlans,
  findWishes,
  lockPlan,
  saveWishesOver,
  type TestPlanRow,
  updatePlan,
} from './planner.store.ts'
import { proposePlan } from './propose-plan.ts'
import { revisePlan } from './revise-plan.ts'
import { viewDay } from './view-day.ts'
import { viewPlan } from './view-plan.ts'

const aboutPlant = async (tx: Tx, plantId: string): Promise<void> =>
  about(tx, { kind: 'plant', id: plantId, name: (await findPlant(tx, plantId)).plantname })

/** Puts a proposal in force, in the place of the plan that was: made true for the plant as it is now, and dates that have passed moved on. */
const accept = async (context: WriteContext, plan: TestPlanRow): Promise<void> => {
  const { tx, ports, caller } = context
  const now = ports.clock.now()
  const { userId: acceptedBy, name: acceptedByName } = caller
  await endAcceptedPlan(tx, plan.plantId)
  const accepted = { state: 'accepted' as const, acceptedBy, acceptedByName, acceptedAt: now, checkAt: now }
  await updatePlan(tx, plan.id, accepted)
  await revisePlan(context, { ...plan, ...accepted })
}

export const plannerHandlers: HandlersOf<typeof plannerActions> = {
  getTestPlan: async ({ input: { plantId }, tx, ports, afterwards }) => {
    const { wishes, version } = await findWishes(tx, plantId)
    const plans = await findPlans(tx, plantId)
    const known = plans.length > 0 ? await collectPlanFacts({ tx, ports }, plantId) : null
    const view = async (state: TestPlanRow['state']) => {
      const plan = plans.find((one) => one.state === state)
      if (!plan || !known) return null
      // Whoever looks finds what no longer holds before its turn to be looked at comes.
      if (state === 'accepted' && plan.fingerprint !== known.fingerprint)
        afterwards((write) => checkSoon(write, plan.id, ports.clock.now()))
      return viewPlan(tx, plan, known)
    }
    return { wishes, version, proposal: await view('draft'), accepted: await view('accepted') }
  },
  getPlannedDay: async ({ input, tx, ports, fail: refuse }) => {
    const plans = await findPlans(tx, input.plantId)
    if (!plans.some(({ id }) => id === input.planId)) return refuse('PLAN_NOT_FOUND')
    return viewDay(tx, input, (await collectPlanFacts({ tx, ports }, input.plantId)).facts)
  },
  savePlanWishes: async ({ input: { plantId, wishes, version }, tx, announce }) => {
    const before = await findWishes(tx, plantId)
    await aboutPlant(tx, plantId)
    changed(tx, before.wishes, wishes)
    const saved = await saveWishesOver(tx, plantId, { wishes, version })
    if (saved === undefined) return fail('CHANGED_MEANWHILE', { now: before })
    announce({ plant: plantId }, 'testPlan', { plant_id: plantId })
    return { version: saved }
  },
  proposePlan: async ({ input: { plantId }, ...context }) => {
    await aboutPlant(context.tx, plantId)
    const planId = await proposePlan(context, plantId)
    context.announce({ plant: plantId }, 'testPlan', { plant_id: plantId })
    return { planId }
  },
  acceptPlan: async ({ input: { plantId, planId }, fail: refuse, ...context }) => {
    const { tx, announce } = context
    const plan = (await lockPlan(tx, plantId, planId)) ?? refuse('PLAN_NOT_FOUND')
    await aboutPlant(tx, plantId)
    if (plan.state === 'accepted') return {}
    await accept(context, plan)
    announce({ plant: plantId }, 'testPlan', { plant_id: plantId })
    return {}
  },
  discardPlan: async ({ input: { plantId, planId }, tx, announce, fail: refuse }) => {
    const plan = (await lockPlan(tx, plantId, planId)) ?? refuse('PLAN_NOT_FOUND')
    await aboutPlant(tx, plantId)
    if (plan.state === 'accepted') return refuse('PLAN_ACCEPTED')
    await deletePlan(tx, planId)
    announce({ plant: plantId }, 'testPlan', { plant_id: plantId })
    return {}
  },
}
