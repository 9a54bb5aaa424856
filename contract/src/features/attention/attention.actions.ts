import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, inputInstant, plantId, text } from '../../kernel/primitives.ts'
import { attentionLimits, causeKey, openCause } from './open-cause.ts'

export const attentionActions = defineActions({
  /**
   * Everything open in the plants that the caller is a member of, archived ones apart, worst first and of those the longest open first. What the caller has put off is among them, marked. With it what shows that the rest is well.
   */
  getAttention: {
    permission: 'signedIn',
    input: z.strictObject({
      /** Causes that are told at most; with 0 only how much there is. */
      limit: z.int().min(0).max(attentionLimits.causes).default(attentionLimits.causes),
    }),
    output: z.object({
      causes: z.array(openCause).max(attentionLimits.causes),
      /** How many there are in all. */
      total: z.int(),
      /** The caller's plants, and in how many of them something is open, whether put off or not. */
      plants: z.int(),
      plantsOpen: z.int(),
      lamps: z.int(),
      units: z.object({ total: z.int(), connected: z.int() }),
    }),
    errors: [],
    effect: 'read',
    cost: 3,
  },
  /** Says which member of the plant looks after an open cause, or with null that nobody does. It ends with the cause. */
  assignAttention: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, ...causeKey, assignee: id.nullable() }),
    output: z.object({}),
    errors: ['ATTENTION_ENDED', 'MEMBER_NOT_FOUND'],
    effect: 'write',
    about: 'unit',
  },
  /**
   * Puts an open cause off for the caller alone, until a moment and for a reason, or with null takes it back into the list. It comes back at
   * that moment if it is still open, and earlier when it gets worse.
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
  /** The cause is gone, or never was: it ends with what the unit reports. */
  ATTENTION_ENDED: 409,
  /** In the past, or later than `days` from now. */
  SNOOZE_TIME: 400,
})

export const attentionEvents = defineEvents({
  /** Somebody looks after an open cause of the plant, or no longer; or the receiver has put one off. */
  attention: z.object({ plant_id: id }),
})
