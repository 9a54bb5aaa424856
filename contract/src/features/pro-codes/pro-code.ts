import { z } from 'zod'
import { count, id, instant, optionalText } from '../../kernel/primitives.ts'

/** Months of Pro that a code can be worth. */
export const proMonths = [12, 24, 36, 60] as const
export const months = z.literal(proMonths)

/** Codes of one order. */
export const maxCodesPerOrder = 500
/** Codes of one plant that its list shows, the newest. */
export const maxListedPlantCodes = 100
export const proCodeStates = ['free', 'used', 'revoked'] as const
export type ProCodeState = (typeof proCodeStates)[number]

/** What the office orders: so many codes of so many months, and for whom. */
export const codeOrder = z.strictObject({
  count: z.int().min(1).max(maxCodesPerOrder),
  months,
  /** Order or customer; stands beside the codes in the list. */
  reference: optionalText(120).default(''),
})

/** A code as the office sees it. The digits themselves are told once, to who made it. */
export const proCode = z.object({
  id,
  last4: z.string(),
  months: z.int(),
  state: z.enum(proCodeStates),
  reference: z.string(),
  madeAt: instant,
  madeBy: z.string(),
  usedAt: instant.nullable(),
  usedBy: z.string().nullable(),
  /** The plant for which it was used; a removed one keeps its name here. */
  plant: z.object({ plant_id: id, plantname: z.string() }).nullable(),
  revokedAt: instant.nullable(),
  revokedBy: z.string().nullable(),
  reason: z.string().nullable(),
})
export type ProCode = z.infer<typeof proCode>

/** How many codes are in each state, of all that there are. */
export const codeCounts = z.object({ free: count, used: count, revoked: count })

/** A code that was used for a plant. */
export const plantCode = z.object({
  last4: z.string(),
  months: z.int(),
  /** The one that made the plant Pro, or made it so again after it had expired, is a key; the others renewed what was running. */
  kind: z.enum(['key', 'renewal']),
  usedAt: instant,
  usedBy: z.string(),
  /** When Pro was to end once it counted. */
  expiry: instant,
})
