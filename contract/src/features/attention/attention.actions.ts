import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, inputInstant, plantId, text } from '../../kernel/primitives.ts'
import { attentionLimits, causeKey, openCause } from './open-cause.ts'

/** Causes in a plant needing attention: who takes care of them, and which are snoozed. */
export const attentionActions = defineActions({
  /**
   * Lists open causes in all plants of the caller except archived ones, worst and longest open first, including the
   * caller's snoozed ones. Also returns figures about the healthy rest.
   */
  getAttention: {
    permission: 'signedIn',
    input: z.strictObject({
      /** Maximum causes in the answer; 0 returns only the totals. */
      limit: z.int().min(0).max(attentionLimits.causes).default(attentionLimits.causes),
    }),
    output: z.object({
      causes: z.array(openCause).max(attentionLimits.causes),
      /** Total number of causes, and of those that the caller has snoozed. */
      total: z.int(),
      snoozed: z.int(),
      /** Number of the caller's plants, and of those with an open cause, snoozed or not. */
      plants: z.int(),
      plantsOpen: z.int(),
      lamps: z.int(),
      units: z.object({ total: z.int(), connected: z.int() }),
    }),
    errors: [],
    effect: 'read',
    program: 'read',
    cost: 3,
  },
  /** Assigns an open cause to a member of the plant, or with null to nobody. The assignment ends with the cause. */
  assignAttention: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, ...causeKey, assignee: id.nullable() }),
    output: z.object({}),
    errors: ['ATTENTION_ENDED', 'MEMBER_NOT_FOUND'],
    effect: 'write',
    about: 'unit',
  },
  /**
   * Snoozes an open cause for the caller until a moment, with a reason; null ends the snooze. The cause also comes back
   * when it gets worse.
   */
  snoozeAttention: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      ...causeKey,
      snooze: z.strictObject({ backAt: inputInstant, reason: text(attentionLimits.reason) }).nullable(),
    }),
    output: z.object({}),
    errors: ['ATTENTION_ENDED', 'SNOOZE_TIME'],
    effect: 'write',
    about: 'unit',
  },
})

export const attentionErrors = defineErrors({
  /** The cause has ended or never existed. */
  ATTENTION_ENDED: 409,
  /** In the past, or more than `days` from now. */
  SNOOZE_TIME: 400,
})

export const attentionEvents = defineEvents({
  /** The assignee of an open cause of the plant changed, or the receiver snoozed a cause. */
  attention: z.object({ plant_id: id }),
})
