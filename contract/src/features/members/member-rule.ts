import { z } from 'zod'
import { instant, line } from '../../kernel/primitives.ts'

/** Maximum rules of one plant. */
export const maxMemberRules = 20

/** Roles for rules; nobody becomes administrator or owner through an employer. */
export const ruleRoles = ['installerStaff', 'installerReadOnly', 'clientStaff'] as const

/** Connected domain as typed, with or without the @. */
export const ruleDomain = line(254)
  .transform((typedDomain) => typedDomain.trim().toLowerCase().replace(/^@/, ''))
  .pipe(z.string().min(1, { error: 'cannot_be_empty' }))

/** Makes everybody who signs in by the company of a domain a member of the plant. */
export const memberRule = z.object({
  domain: z.string(),
  /** Company connected with the domain; null if it is disconnected, and the rule has no effect. */
  company: z.string().nullable(),
  role: z.enum(ruleRoles),
  since: instant,
})
export type MemberRule = z.infer<typeof memberRule>
