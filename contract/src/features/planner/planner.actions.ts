import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { count, id, inputDay, plantId, version } from '../../kernel/primitives.ts'
import { planSettings } from './plan-settings.ts'
import { planLimits, plannedTestOfDay, testPlan } from './test-plan.ts'

const planKey = z.strictObject({ plantId, planId: id })

/** The year plan of tests. */
export const plannerActions = defineActions({
  /** Returns the proposed and the accepted year plan, and the settings. Nothing proposed was sent to units. */
  getTestPlan: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({
      settings: planSettings,
      version,
      proposal: testPlan.nullable(),
      accepted: testPlan.nullable(),
    }),
    errors: [],
    effect: 'read',
    cost: 6,
  },
  /** Returns the tests of one day of a plan with their lamps, and the ready neighbors. */
  getPlannedDay: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, planId: id, day: inputDay }),
    output: z.object({ tests: z.array(plannedTestOfDay).max(planLimits.testsOfDay) }),
    errors: ['PLAN_NOT_FOUND'],
    effect: 'read',
    cost: 4,
  },
  /** Saves hours of use, free days and the share of ready lamps. They apply to the next proposal. */
  savePlanSettings: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, settings: planSettings, version }),
    output: z.object({ version: count }),
    errors: ['CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'plant',
    alone: true,
  },
  /**
   * Plans a year of tests from tomorrow on: neighbors are never discharged together, hours of use and holidays stay
   * free. It replaces an earlier proposal and lists lamps without a date as conflicts.
   */
  proposePlan: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId }),
    output: z.object({ planId: id }),
    errors: ['NO_LAMPS_TO_PLAN', 'PLAN_TOO_LARGE'],
    effect: 'write',
    program: 'configure',
    about: 'plant',
    alone: true,
    cost: 20,
  },
  /**
   * Accepts a proposal: units receive their own dates, the platform holds the others. Dates of a unit take effect once
   * the unit confirms them. Repeating the call has no effect.
   */
  acceptPlan: {
    permission: 'plant.operate',
    input: planKey,
    output: z.object({}),
    errors: ['PLAN_NOT_FOUND'],
    effect: 'write',
    program: 'configure',
    about: 'plant',
    alone: true,
    cost: 10,
  },
  /** Discards a proposal. */
  discardPlan: {
    permission: 'plant.operate',
    input: planKey,
    output: z.object({}),
    errors: ['PLAN_NOT_FOUND', 'PLAN_ACCEPTED'],
    effect: 'write',
    program: 'configure',
    about: 'plant',
    alone: true,
  },
})

export const plannerErrors = defineErrors({
  PLAN_NOT_FOUND: 404,
  /** An accepted plan cannot be discarded, only replaced by accepting another. */
  PLAN_ACCEPTED: 409,
  NO_LAMPS_TO_PLAN: 409,
  /** With `limit` in lamps or tests. */
  PLAN_TOO_LARGE: 409,
})

export const plannerEvents = defineEvents({
  /** A plan was proposed, accepted or discarded, a date moved, or a unit confirmed it. */
  testPlan: z.object({ plant_id: id }),
})
