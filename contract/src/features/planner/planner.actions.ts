import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { count, id, inputDay, plantId, version } from '../../kernel/primitives.ts'
import { planSettings } from './plan-settings.ts'
import { planLimits, plannedTestOfDay, testPlan } from './test-plan.ts'

const onPlan = z.strictObject({ plantId, planId: id })

export const plannerActions = defineActions({
  /** The proposal of a year of tests, the plan that was accepted, and by which wishes a plant is planned. Nothing of a proposal was sent. */
  getTestPlan: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({
      wishes: planSettings,
      version,
      proposal: testPlan.nullable(),
      accepted: testPlan.nullable(),
    }),
    errors: [],
    effect: 'read',
    cost: 6,
  },
  /** The tests of one day of a plan with their lamps, and the neighbours of these that stay ready. */
  getPlannedDay: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, planId: id, day: inputDay }),
    output: z.object({ tests: z.array(plannedTestOfDay).max(planLimits.testsOfDay) }),
    errors: ['PLAN_NOT_FOUND'],
    effect: 'read',
    cost: 4,
  },
  /** Saves hours of use, free days and the share that stays ready, over the version that was opened. The next proposal goes by them. */
  savePlanWishes: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, wishes: planSettings, version }),
    output: z.object({ version: count }),
    errors: ['CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'plant',
    alone: true,
  },
  /**
   * Works out a year of tests from tomorrow on: neighbours are never discharged together, hours of use and holidays stay free. It takes the
   * place of an earlier proposal. What has no date is named in its conflicts.
   */
  proposePlan: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId }),
    output: z.object({ planId: id }),
    errors: ['NO_LAMPS_TO_PLAN', 'PLAN_TOO_LARGE'],
    effect: 'write',
    about: 'plant',
    alone: true,
    cost: 20,
  },
  /**
   * Puts a proposal into effect: units get their own dates, the platform keeps the others. Until a unit has told that it took its dates these
   * are not in effect. Twice is as good as once.
   */
  acceptPlan: {
    permission: 'plant.operate',
    input: onPlan,
    output: z.object({}),
    errors: ['PLAN_NOT_FOUND'],
    effect: 'write',
    about: 'plant',
    alone: true,
    cost: 10,
  },
  /** Drops a proposal. */
  discardPlan: {
    permission: 'plant.operate',
    input: onPlan,
    output: z.object({}),
    errors: ['PLAN_NOT_FOUND', 'PLAN_ACCEPTED'],
    effect: 'write',
    about: 'plant',
    alone: true,
  },
})

export const plannerErrors = defineErrors({
  PLAN_NOT_FOUND: 404,
  /** The plan that was accepted is not discarded: another that is accepted takes its place. */
  PLAN_ACCEPTED: 409,
  NO_LAMPS_TO_PLAN: 409,
  /** With `limit` in lamps or tests. */
  PLAN_TOO_LARGE: 409,
})

export const plannerEvents = defineEvents({
  /** A plan was proposed, accepted or discarded, a date of it moved, or a unit took it. */
  testPlan: z.object({ plant_id: id }),
})
