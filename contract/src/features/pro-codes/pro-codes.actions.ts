import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, inputInstant, line, page, plantId, text } from '../../kernel/primitives.ts'
import {
  codeCounts,
  codeOrder,
  maxCodesPerOrder,
  maxListedPlantCodes,
  plantCode,
  proCode,
  proCodeStates,
  proCodeUse,
} from './pro-code.ts'

/** Pro: its codes, and enabling it for a plant. */
export const proCodeActions = defineActions({
  /**
   * Activates or renews Pro with a 16-digit code; spaces and dashes are ignored. Months are added to the running
   * expiry, or to today. While Pro runs, `confirmed` must be the new expiry: the refusal PRO_EXPIRY_UNCONFIRMED names
   * it, and the code stays unused.
   */
  abilitaPro: {
    permission: 'plant.administer',
    input: z.strictObject({
      plantId,
      code: line(60),
      confirmed: inputInstant.optional(),
    }),
    output: proCodeUse,
    errors: ['INVALID_CODE', 'CODE_ALREADY_USED', 'PRO_EXPIRY_UNCONFIRMED'],
    effect: 'write',
    about: 'plant',
    alone: true,
    limit: { calls: 20, windowS: 600 },
  },
  /** Lists the codes used for the plant, newest first, by their last four digits. */
  getProCodes: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ codes: z.array(plantCode).max(maxListedPlantCodes) }),
    errors: [],
    effect: 'read',
    program: 'none',
  },
  /**
   * Lists all codes, newest first or sorted as requested; `search` covers the last four digits, the reference and the
   * name of the plant.
   */
  getAllTokens: {
    permission: 'admin.nto',
    input: z.strictObject({
      page,
      pageSize: z.int().min(1).max(100).default(25),
      search: line(80).default(''),
      state: z.enum(proCodeStates).optional(),
      /** Only codes used from then on. */
      usedSince: inputInstant.optional(),
      sort: z.enum(['made', 'months', 'last4', 'reference', 'used']).default('made'),
      direction: z.enum(['asc', 'desc']).default('desc'),
    }),
    output: z.object({ tokens: z.array(proCode).max(100), total: z.int(), states: codeCounts }),
    errors: [],
    effect: 'read',
    cost: 4,
  },
  /** Creates codes and returns their digits, which are not stored; in a repeated answer they are null. */
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
  /** Revokes a free code at once, with a reason. Repeating the call has no effect. */
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
  /** Not 16 digits, a wrong check digit, never issued, or revoked: the caller does not learn which. */
  INVALID_CODE: 400,
  /** It was already used for this or another plant. */
  CODE_ALREADY_USED: 409,
  /** Pro runs, and its new expiry was not confirmed. With `months`, `expiry` and `runningExpiry`. */
  PRO_EXPIRY_UNCONFIRMED: 409,
  /** The office's list has no such code. */
  CODE_NOT_FOUND: 404,
})

export const proCodeEvents = defineEvents({
  /** Pro started, was renewed or has expired: limits, enabled types and readable history may differ. */
  proChanged: z.object({ plant_id: id }),
  /** A code was used; sent to its creator. */
  tokenUsed: z.object({ token_id: id }),
})
