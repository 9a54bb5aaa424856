import { z } from 'zod'
import { id, instant, text } from '../../kernel/primitives.ts'
import { tokenScopes } from '../../kernel/token-scopes.ts'

/** Maximum valid tokens per maker. */
export const maxTokensPerMaker = 20

/** Maximum days for which a token is valid: two years. */
export const maxTokenDays = 730

/** Days before its end from which the list warns of a token; its maker gets one mail. */
export const tokenWarningDays = 14

/** Days for which an ended token stays listed. */
export const endedTokenDays = 90

/** Maximum plants to which a person's token can be restricted. */
export const maxPlantsPerToken = 100

/** Maximum tokens in a list: valid ones of every administrator, and ended ones, newest first. */
export const maxListedTokens = 1_000

/** Prefix of every token, which programs for finding leaked secrets recognize. */
export const tokenPrefix = 'vgx_'

/** Form of a token: prefix, 32 random bytes, and a checksum to detect an altered letter. */
export const tokenPattern = /^vgx_[A-Za-z0-9_-]{43}[0-9a-f]{6}$/

/** Why a token ended: its time was over, a person revoked it, or its maker left its plant. */
export const tokenEnds = ['expired', 'revoked', 'makerLeft'] as const

const scopesOf = <const Scope extends string>(scopes: readonly Scope[]) =>
  z
    .array(z.enum(scopes as readonly [Scope, ...Scope[]]))
    .min(1, { error: 'cannot_be_empty' })
    .max(tokenScopes.length)

const commonFields = {
  name: text(60),
  /** Days for which the token is valid, from now. */
  days: z.int().min(1).max(maxTokenDays),
}

/** Scopes of a person's token; `safety` exists only for tokens of a plant. */
export const personTokenScopes = ['read', 'operate', 'configure'] as const

/** New token of a person. Without plants it applies to all present and future plants of the person. */
export const accessTokenDraft = z.strictObject({
  ...commonFields,
  scopes: scopesOf(personTokenScopes),
  plantIds: z.array(id).min(1, { error: 'cannot_be_empty' }).max(maxPlantsPerToken).nullable().default(null),
})

/** New token of a plant. */
export const plantAccessTokenDraft = z.strictObject({ ...commonFields, scopes: scopesOf(tokenScopes) })

/** Access token in a list; the token text is shown once, at creation. */
export const accessToken = z.object({
  id,
  name: z.string(),
  /** Always includes `read`. */
  scopes: z.array(z.enum(tokenScopes)),
  /** Plants to which it is restricted, in which its maker is a member now; null without a restriction. */
  plants: z.array(z.object({ id, name: z.string() })).nullable(),
  /** Person who made it, and whose rights it has. */
  maker: z.object({ id, name: z.string() }),
  madeAt: instant,
  /** Last use, to the minute; null before the first. */
  lastUsedAt: instant.nullable(),
  expiresAt: instant,
  /** When and why it ended; null for a valid token. */
  end: z.object({ at: instant, reason: z.enum(tokenEnds) }).nullable(),
})
export type AccessToken = z.infer<typeof accessToken>
