import type { attentionActions } from '@vigilux/contract/features/attention/attention.actions.ts'
import { attentionLimits } from '@vigilux/contract/features/attention/open-cause.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { holdMembership, listMembers, memberIds } from '../members/index.ts'
import { findAssignee, saveAssignee, saveSnooze } from './attention.store.ts'
import { holdCause, listOpenCauses, sumOpen } from './open-causes.store.ts'

const dayMs = 86_400_000

export const attentionHandlers: HandlersOf<typeof attentionActions> = {
  getAttention: async ({ input: { limit }, caller, tx, ports }) => {
    const now = ports.clock.now()
    return {
      causes: await listOpenCauses(tx, caller.userId, { now, limit }),
      ...(await sumOpen(tx, caller.userId, now)),
    }
  },
  assignAttention: async ({ input, tx, ports, announce, fail }) => {
    const { plantId, topic, code, assignee } = input
    const cause = { plantId, cu: topic, code }
    const now = ports.clock.now()
    if (assignee !== null) await holdMembership(tx, plantId, assignee)
    const members = await listMembers(tx, plantId, now)
    const nameOf = (userId: string | null | undefined) => members.find((one) => one.userId === userId)?.name
    if (assignee !== null && nameOf(assignee) === undefined) return fail('MEMBER_NOT_FOUND')
    if (!(await holdCause(tx, plantId, input))) return fail('ATTENTION_ENDED')
    const before = (await findAssignee(tx, cause)) ?? null
    // People stand as things, which are found again when somebody is erased: a name among what changed would stay.
    const named = assignee ?? before
    about(tx, { kind: 'unit', id: topic, name: topic.split('_').at(-1) ?? topic })
    if (named !== null) about(tx, { kind: 'person', id: named, name: nameOf(named) ?? '' })
    changed(tx, { hasAssignee: before !== null }, { hasAssignee: assignee !== null })
    await saveAssignee(tx, cause, assignee, now)
    const home = (await memberIds(tx, [plantId], now)).get(plantId) ?? []
    announce({ plant: plantId, home }, 'attention', { plant_id: plantId })
    return {}
  },
  snoozeAttention: async ({ input, caller, tx, ports, announce, fail }) => {
    const { plantId, topic, code, snooze } = input
    const { userId } = caller
    const now = ports.clock.now().getTime()
    const until = snooze && new Date(snooze.backAt)
    if (until && (until.getTime() <= now || until.getTime() > now + attentionLimits.snoozeDays * dayMs))
      return fail('SNOOZE_TIME', { days: attentionLimits.snoozeDays })
    await holdMembership(tx, plantId, userId)
    const open = (await holdCause(tx, plantId, input)) ?? fail('ATTENTION_ENDED')
    about(tx, { kind: 'unit', id: topic, name: topic.split('_').at(-1) ?? topic })
    await saveSnooze(
      tx,
      { plantId, cu: topic, code },
      userId,
      snooze && until && { until, reason: snooze.reason, count: open.count, condition: open.condition },
    )
    announce({ user: userId }, 'attention', { plant_id: plantId })
    return {}
  },
}
