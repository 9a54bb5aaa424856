import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, inputInstant, instant, line, page, plantId, text } from '../../kernel/primitives.ts'
import {
  codeCounts,
  codeOrder,
  maxCodesPerOrder,
  maxListedPlantCodes,
  plantCode,
  proCode,
  proCodeStates,
} from './pro-code.ts'

export const proCodeActions = defineActions({
  /**
   * Activates or renews Pro with a code of 16 digits; spaces and dashes in it are fine. It counts only when `confirmed` names the new
   * expiry: without, or where that has become another meanwhile, the answer has `done: false` and tells the expiry to confirm, and the
   * code stays unused. Months are added to the running expiry, or to today.
   */
  abilitaPro: {
    permission: 'plant.administer',
    input: z.strictObject({
      plantId,
      code: line(60),
      confirmed: inputInstant.optional(),
    }),
    output: z.object({ done: z.boolean(), months: z.int(), expiry: instant, runningExpiry: instant.nullable() }),
    errors: ['INVALID_CODE', 'CODE_ALREADY_USED'],
    effect: 'write',
    about: 'plant',
    alone: true,
    limit: { calls: 20, windowS: 600 },
  },
  /** The codes that were used for the plant, newest first, by their last four digits. */
  getProCodes: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ codes: z.array(plantCode).max(maxListedPlantCodes) }),
    errors: [],
    effect: 'read',
  },
  /** All codes, newest first or sorted as asked; `search` is in the last four digits, the reference or the name of the plant. */
  getAllTokens: {
    permission: 'admin.nto',
    input: z.strictObject({
      page,
      pageSize: z.int().min(1).max(100).default(25),
      search: line(80).default(''),
      state: z.enum(proCodeStates).optional(),
      sort: z.enum(['made', 'months', 'last4', 'reference', 'used']).default('made'),
      direction: z.enum(['asc', 'desc']).default('desc'),
    }),
    output: z.object({ tokens: z.array(proCode).max(100), total: z.int(), states: codeCounts }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /**
   * Makes codes, and answers their digits, which are nowhere kept: those of a repetition are null.
   */
  createTokens: {
    permission: 'admin.nto',
    input: z.strictObject({ tokens: codeOrder }),
    output: z.object({
      tokens: z.array(z.object({ code: z.string().nullable(), token: proCode })).max(maxCodesPerOrder),
    }),
    secretOutput: ['tokens.code'],
    errors: [],
    effect: 'write',
    about: 'code',
    cost: 10,
    limit: { calls: 60, windowS: 3600 },
  },
  /** Closes a free code at once, and says why. Twice is as good as once. */
  revokeToken: {
    permission: 'admin.nto',
    input: z.strictObject({ tokenId: id, reason: text(200) }),
    output: z.object({ token: proCode }),
    errors: ['CODE_NOT_FOUND', 'CODE_ALREADY_USED'],
    effect: 'write',
    about: 'code',
  },
})

export const proCodeErrors = defineErrors({
  /** Not 16 digits, a wrong last digit, never given out, or revoked: nobody learns which. */
  INVALID_CODE: 400,
  /** It was used for a plant, this or another. */
  CODE_ALREADY_USED: 409,
  /** There is no such code in the office's list. */
  CODE_NOT_FOUND: 404,
})

export const proCodeEvents = defineEvents({
  /** Pro began, was renewed or has expired: limits, what is enabled and how far history is open may be others. */
  proChanged: z.object({ plant_id: id }),
  /** A code was used; told to who made it. */
  tokenUsed: z.object({ token_id: id }),
})
