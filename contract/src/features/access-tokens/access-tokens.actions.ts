import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId } from '../../kernel/primitives.ts'
import { accessToken, accessTokenDraft, maxListedTokens, plantAccessTokenDraft } from './access-token.ts'

/** The token text is null for a repetition with the same idempotency key. */
const withToken = z.object({ accessToken, token: z.string().nullable() })
const tokenList = z.object({ tokens: z.array(accessToken).max(maxListedTokens) })

/** Access tokens of programs: of a person or of a plant. */
export const accessTokenActions = defineActions({
  /** Lists the caller's own access tokens, newest first; ended ones for 90 days. */
  getAccessTokens: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: tokenList,
    errors: [],
    effect: 'read',
  },
  /**
   * Creates an access token with which programs act as the caller, within its scopes and plants. Its text is returned
   * once; in a repeated answer it is null.
   */
  createAccessToken: {
    permission: 'signedIn',
    input: z.strictObject({ token: accessTokenDraft }),
    output: withToken,
    secretOutput: ['token'],
    errors: ['PLANT_NOT_FOUND', 'TOKEN_LIMIT'],
    effect: 'write',
    about: 'accessToken',
    limit: { calls: 60, windowS: 3600 },
  },
  /** Revokes an access token of the caller. Repeating the call has no effect. */
  revokeAccessToken: {
    permission: 'signedIn',
    input: z.strictObject({ tokenId: id }),
    output: z.object({ accessToken }),
    errors: ['ACCESS_TOKEN_NOT_FOUND'],
    effect: 'write',
    about: 'accessToken',
  },
  /** Lists the access tokens of a plant with their makers, newest first; ended ones for 90 days. */
  getPlantAccessTokens: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: tokenList,
    errors: [],
    effect: 'read',
    program: 'none',
  },
  /**
   * Creates an access token for this plant alone. It has the rights of its maker, within its scopes, and ends when the
   * maker leaves the plant. Its text is returned once; in a repeated answer it is null.
   */
  createPlantAccessToken: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, token: plantAccessTokenDraft }),
    output: withToken,
    secretOutput: ['token'],
    errors: ['TOKEN_LIMIT'],
    effect: 'write',
    about: 'accessToken',
    alone: true,
    limit: { calls: 60, windowS: 3600 },
  },
  /** Revokes an access token of the plant, also one of another administrator. Repeating the call has no effect. */
  revokePlantAccessToken: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, tokenId: id }),
    output: z.object({ accessToken }),
    errors: ['ACCESS_TOKEN_NOT_FOUND'],
    effect: 'write',
    inArchive: true,
    about: 'accessToken',
  },
})

export const accessTokenErrors = defineErrors({
  ACCESS_TOKEN_NOT_FOUND: 404,
  /** The person has made the maximum of valid tokens; with `limit`. */
  TOKEN_LIMIT: 409,
})

export const accessTokenEvents = defineEvents({
  /** The access tokens of the plant changed; null for the person's own tokens. */
  accessTokens: z.object({ plant_id: id.nullable() }),
})
