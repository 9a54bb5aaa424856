import { z } from 'zod'
import { count, id, instant, optionalText } from '../../kernel/primitives.ts'

/** Possible months of Pro of a code. */
export const proMonths = [12, 24, 36, 60] as const
export const months = z.literal(proMonths)

/** Maximum codes of one order. */
export const maxCodesPerOrder = 500
/** Maximum codes of one plant in its list, the newest. */
export const maxListedPlantCodes = 100
export const proCodeStates = ['free', 'used', 'revoked'] as const
export type ProCodeState = (typeof proCodeStates)[number]

/** Order of the office: number of codes, months of each, and reference. */
export const codeOrder = z.strictObject({
  count: z.int().min(1).max(maxCodesPerOrder),
  months,
  /** Order or customer, shown with the codes in the list. */
  reference: optionalText(120).default(''),
})

/** Code in the office's list. Its full digits are shown once, to its creator. */
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
  /** Plant the code was used for; a removed plant keeps its name here. */
  plant: z.object({ plant_id: id, plantname: z.string() }).nullable(),
  revokedAt: instant.nullable(),
  revokedBy: z.string().nullable(),
  reason: z.string().nullable(),
})
export type ProCode = z.infer<typeof proCode>

/** Number of codes in each state, over all codes. */
export const codeCounts = z.object({ free: count, used: count, revoked: count })

/** Code used for a plant. */
export const plantCode = z.object({
  last4: z.string(),
  months: z.int(),
  /** `key` for a code at the start of Pro, or at its restart after expiry; `renewal` for an extension. */
  kind: z.enum(['key', 'renewal']),
  usedAt: instant,
  usedBy: z.string(),
  /** Resulting end of Pro. */
  expiry: instant,
})

/** The effect of a code on a plant: its months, the expiry after and before it; null if Pro did not run. */
export const proCodeUse = z.object({ months: z.int(), expiry: instant, runningExpiry: instant.nullable() })
export type ProCodeUse = z.infer<typeof proCodeUse>
