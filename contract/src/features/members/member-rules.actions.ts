import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { count, plantId } from '../../kernel/primitives.ts'
import { memberRule, ruleDomain, ruleRoles } from './member-rule.ts'

const rules = { rules: z.array(memberRule) }

export const memberRuleActions = defineActions({
  /** Rules by which everybody of a company is a member of the plant, by domain. */
  getMemberRules: {
    permission: 'members.administer',
    input: z.strictObject({ plantId }),
    output: z.object(rules),
    errors: [],
    effect: 'read',
  },
  /**
   * Makes everybody of a company a member with this role: who has signed in by it now, the first 1,000, and each other at the next sign-in. Who is a member keeps the role; a
   * rule for the same domain takes the place of the one before. Answers how many came by it at once.
   */
  saveMemberRule: {
    permission: 'members.administer',
    input: z.strictObject({ plantId, domain: ruleDomain, role: z.enum(ruleRoles) }),
    output: z.object({ ...rules, joined: count }),
    errors: ['DOMAIN_NOT_CONNECTED', 'MEMBER_RULE_LIMIT'],
    effect: 'write',
    about: 'invitation',
    alone: true,
    limit: { calls: 100, windowS: 3600 },
  },
  /** Nobody comes by the rule any more; who came stays, and is removed as any member. */
  removeMemberRule: {
    permission: 'members.administer',
    input: z.strictObject({ plantId, domain: ruleDomain }),
    output: z.object(rules),
    errors: ['MEMBER_RULE_NOT_FOUND'],
    effect: 'write',
    about: 'invitation',
  },
})
