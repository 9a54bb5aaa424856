import { z } from 'zod'
import { instant, line } from '../../kernel/primitives.ts'

/** Rules that one plant may have. */
export const maxMemberRules = 20

/** What a rule may make of people: nobody administers or owns a plant because of where they work. */
export const ruleRoles = ['installerStaff', 'installerReadOnly', 'clientStaff'] as const

/** A connected domain as somebody types it, without the @ or with it. */
export const ruleDomain = line(254)
  .transform((typed) => typed.trim().toLowerCase().replace(/^@/, ''))
  .pipe(z.string().min(1, { error: 'cannot_be_empty' }))

/** Everybody who signs in by the company of a domain is a member of the plant. */
export const memberRule = z.object({
  domain: z.string(),
  /** The company that the operator has connected with the domain; null where it is not connected any more, and the rule rests. */
  company: z.string().nullable(),
  role: z.enum(ruleRoles),
  since: instant,
})
export type MemberRule = z.infer<typeof memberRule>
