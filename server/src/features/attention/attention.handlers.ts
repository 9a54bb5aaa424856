import type { attentionActions } from '@vigilux/contract/features/attention/attention.actions.ts'
import { attentionLimits } from '@vigilux/contract/features/attention/open-cause.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { listMemberIds, listMembers, lockMembership } from '../members/index.ts'
import { findAssignee, saveAssignee, saveSnooze } from './attention.store.ts'
import { countOpenCauses, countSnoozedCauses, listOpenCauses, lockCause } from './open-causes.store.ts'

const dayMs = 86_400_000

export const attentionHandlers: HandlersOf<typeof attentionActions> = {
  getAttention: async ({ work, input: { limit }, caller }) => {
    const now = work.now
    return {
      causes: await listOpenCauses(work.tx, caller, { now, limit }),
      ...(await countOpenCauses(work.tx, caller, now)),
      snoozed: await countSnoozedCauses(work.tx, caller, now),
    }
  },
  assignAttention: async ({ work, input }) => {
    const { plantId, topic, code, assignee } = input
    const cause = { plantId, cu: topic, code }
    const now = work.now
    if (assignee !== null) await lockMembership(work.tx, plantId, assignee)
    const members = await listMembers(work.tx, plantId, now)
    const nameOf = (userId: string | null | undefined) => members.find((one) => one.userId === userId)?.name
    if (assignee !== null && nameOf(assignee) === undefined) return work.fail('MEMBER_NOT_FOUND')
    if (!(await lockCause(work.tx, plantId, input))) return work.fail('ATTENTION_ENDED')
    const before = (await findAssignee(work.tx, cause)) ?? null
    // Persons are recorded as audit targets, which are found on erasure: a name among the changes would stay.
    const personId = assignee ?? before
    work.audit.target({ kind: 'unit', id: topic, name: topic.split('_').at(-1) ?? topic })
    if (personId !== null) work.audit.target({ kind: 'person', id: personId, name: nameOf(personId) ?? '' })
    work.audit.diff({ hasAssignee: before !== null }, { hasAssignee: assignee !== null })
    await saveAssignee(work.tx, cause, assignee, now)
    const home = (await listMemberIds(work.tx, [plantId], now)).get(plantId) ?? []
    work.broadcast({ plant: plantId, home }, 'attention', { plant_id: plantId })
    return {}
  },
  snoozeAttention: async ({ work, input, caller }) => {
    const { plantId, topic, code, snooze } = input
    const { userId } = caller
    const now = work.now.getTime()
    const until = snooze && new Date(snooze.backAt)
    if (until && (until.getTime() <= now || until.getTime() > now + attentionLimits.snoozeDays * dayMs))
      return work.fail('SNOOZE_TIME', { days: attentionLimits.snoozeDays })
    await lockMembership(work.tx, plantId, userId)
    const open = (await lockCause(work.tx, plantId, input)) ?? work.fail('ATTENTION_ENDED')
    work.audit.target({ kind: 'unit', id: topic, name: topic.split('_').at(-1) ?? topic })
    await saveSnooze(
      work.tx,
      { plantId, cu: topic, code },
      userId,
      snooze && until && { until, reason: snooze.reason, count: open.count, condition: open.condition },
    )
    work.broadcast({ user: userId }, 'attention', { plant_id: plantId })
    return {}
  },
}
