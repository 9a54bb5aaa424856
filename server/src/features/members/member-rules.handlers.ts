import { maxMemberRules } from '@vigilux/contract/features/members/member-rule.ts'
import type { memberRuleActions } from '@vigilux/contract/features/members/member-rules.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { addAllOfDomain, isDomainConnected, listMemberRules, removeRule, saveRule } from './member-rules.store.ts'
import { notifyMembers } from './notify-members.ts'

/** A rule invites everybody of an e-mail domain. */
const auditRule = (work: Work, domain: string): void =>
  work.audit.target({ kind: 'invitation', id: '', name: `@${domain}` })

export const memberRuleHandlers: HandlersOf<typeof memberRuleActions> = {
  getMemberRules: async ({ work, input }) => ({ rules: await listMemberRules(work.tx, input.plantId) }),
  saveMemberRule: async ({ work, input: { plantId, domain, role } }) => {
    const now = work.now
    auditRule(work, domain)
    work.audit.diff(null, { role })
    if (!(await isDomainConnected(work.tx, domain))) return work.fail('DOMAIN_NOT_CONNECTED')
    const isSaved = await saveRule(work.tx, { plantId, domain, role, madeAt: now }, maxMemberRules)
    if (!isSaved) return work.fail('MEMBER_RULE_LIMIT', { limit: maxMemberRules })
    const joinedUserIds = await addAllOfDomain(work.tx, { plantId, domain }, now)
    for (const user of joinedUserIds) work.broadcast({ user }, 'savePlant', { plant_id: plantId })
    await notifyMembers(work, plantId)
    return { rules: await listMemberRules(work.tx, plantId), joined: joinedUserIds.length }
  },
  removeMemberRule: async ({ work, input: { plantId, domain } }) => {
    auditRule(work, domain)
    if (!(await removeRule(work.tx, plantId, domain))) return work.fail('MEMBER_RULE_NOT_FOUND')
    await notifyMembers(work, plantId)
    return { rules: await listMemberRules(work.tx, plantId) }
  },
}
