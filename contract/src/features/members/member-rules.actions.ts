import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { count, plantId } from '../../kernel/primitives.ts'
import { memberRule, ruleDomain, ruleRoles } from './member-rule.ts'

const rules = { rules: z.array(memberRule) }

export const memberRuleActions = defineActions({
  /** Lists the membership rules of the plant for everybody of a company, by domain. */
  getMemberRules: {
    permission: 'members.administer',
    input: z.strictObject({ plantId }),
    output: z.object(rules),
    errors: [],
    effect: 'read',
  },
  /**
   * Makes everybody of a company a member with this role: the first 1,000 known accounts at once, each other at the
   * next sign-in; existing members keep their role. Replaces a rule for the same domain; returns the number of new
   * members.
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
  /** Removes a rule; its members remain, and are removed like any other. */
  removeMemberRule: {
    permission: 'members.administer',
    input: z.strictObject({ plantId, domain: ruleDomain }),
    output: z.object(rules),
    errors: ['MEMBER_RULE_NOT_FOUND'],
    effect: 'write',
    about: 'invitation',
  },
})
