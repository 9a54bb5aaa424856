import { memberRuleLimit } from '@vigilux/contract/features/members/member-rule.ts'
import type { memberRuleActions } from '@vigilux/contract/features/members/member-rules.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { isConnected, joinEverybody, listMemberRules, removeRule, saveRule } from './member-rules.store.ts'
import { notifyMembers } from './notify-members.ts'

/** A rule is an invitation of everybody behind an @. */
const aboutRule = (tx: Tx, domain: string): void => about(tx, { kind: 'invitation', id: '', name: `@${domain}` })

export const memberRuleHandlers: HandlersOf<typeof memberRuleActions> = {
  getMemberRules: async ({ input, tx }) => ({ rules: await listMemberRules(tx, input.plantId) }),
  saveMemberRule: async ({ input: { plantId, domain, role }, tx, announce, ports, fail }) => {
    const now = ports.clock.now()
    aboutRule(tx, domain)
    changed(tx, null, { role })
    if (!(await isConnected(tx, domain))) return fail('DOMAIN_NOT_CONNECTED')
    const isSaved = await saveRule(tx, { plantId, domain, role, madeAt: now }, memberRuleLimit)
    if (!isSaved) return fail('MEMBER_RULE_LIMIT', { limit: memberRuleLimit })
    const joined = await joinEverybody(tx, { plantId, domain }, now)
    for (const user of joined) announce({ user }, 'savePlant', { plant_id: plantId })
    await notifyMembers({ tx, announce }, plantId, now)
    return { rules: await listMemberRules(tx, plantId), joined: joined.length }
  },
  removeMemberRule: async ({ input: { plantId, domain }, tx, announce, ports, fail }) => {
    aboutRule(tx, domain)
    if (!(await removeRule(tx, plantId, domain))) return fail('MEMBER_RULE_NOT_FOUND')
    await notifyMembers({ tx, announce }, plantId, ports.clock.now())
    return { rules: await listMemberRules(tx, plantId) }
  },
}
