import type { noticeActions } from '@vigilux/contract/features/notices/notices.actions.ts'
import type { HandlersOf } from '../../../kernel/handler.ts'
import { listMembers } from '../../members/index.ts'
import { findPlant } from '../../plants/index.ts'
import { rescheduleRuns } from './escalation-runs.store.ts'
import { readEscalation, saveEscalationIfVersion } from './escalations.store.ts'
import { listOpenEscalations } from './open-escalations.store.ts'

type Escalation = Awaited<ReturnType<typeof readEscalation>>

const fieldsOf = ({ on, afterMinutes, kinds, people }: Escalation) => ({
  on,
  afterMinutes,
  kinds: kinds.join(', '),
  people: people.length,
})

/** Escalation settings of a plant, and its open escalations. */
export const escalationHandlers: HandlersOf<
  Pick<typeof noticeActions, 'getEscalation' | 'saveEscalation' | 'getOpenEscalations'>
> = {
  getEscalation: async ({ work, input: { plantId } }) => ({
    escalation: await readEscalation(work.tx, plantId, work.now),
  }),
  getOpenEscalations: ({ work, input: { plantId }, caller: { userId } }) =>
    listOpenEscalations(work.tx, { plantId, userId }, work.now),
  saveEscalation: async ({ work, input: { plantId, people, ...settings } }) => {
    const now = work.now
    const before = await readEscalation(work.tx, plantId, now)
    work.audit.target({ kind: 'plant', id: plantId, name: (await findPlant(work.tx, plantId)).plantname })
    const members = await listMembers(work.tx, plantId, now)
    const allowedUserIds = new Set([
      ...members.map(({ userId }) => userId),
      ...before.people.map(({ userid }) => userid),
    ])
    if (people.some((userId) => !allowedUserIds.has(userId))) return work.fail('MEMBER_NOT_FOUND')
    if (!(await saveEscalationIfVersion(work.tx, plantId, { ...settings, userIds: people })))
      return work.fail('CHANGED_MEANWHILE', { now: await readEscalation(work.tx, plantId, now) })
    await rescheduleRuns(work.tx, plantId, settings.afterMinutes)
    const escalation = await readEscalation(work.tx, plantId, now)
    // Audit targets: the erasure of a person searches them.
    work.audit.target(...escalation.people.map(({ userid: id, name }) => ({ kind: 'person' as const, id, name })))
    work.audit.diff(fieldsOf(before), fieldsOf(escalation))
    work.broadcast({ plant: plantId }, 'noticeSettings', { plant_id: plantId })
    return { escalation }
  },
}
