import type { noticeActions } from '@vigilux/contract/features/notices/notices.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { listMembers } from '../members/index.ts'
import { findPlant } from '../plants/index.ts'
import { retime } from './escalation-runs.store.ts'
import { readEscalation, saveEscalationOver } from './escalations.store.ts'
import { listOpenEscalations } from './open-escalations.store.ts'

type Escalation = Awaited<ReturnType<typeof readEscalation>>

const fieldsOf = ({ on, afterMinutes, kinds, people }: Escalation) => ({
  ...{ on, afterMinutes, kinds: kinds.join(', '), people: people.length },
})

/** Who of a plant is told one after the other, and of what they are being told. */
export const escalationHandlers: HandlersOf<
  Pick<typeof noticeActions, 'getEscalation' | 'saveEscalation' | 'getOpenEscalations'>
> = {
  getEscalation: async ({ input: { plantId }, tx, ports }) => ({
    escalation: await readEscalation(tx, plantId, ports.clock.now()),
  }),
  getOpenEscalations: ({ input: { plantId }, caller: { userId }, tx, ports }) =>
    listOpenEscalations(tx, { plantId, userId }, ports.clock.now()),
  saveEscalation: async ({ input: { plantId, people, ...settings }, tx, ports, announce, fail }) => {
    const now = ports.clock.now()
    const before = await readEscalation(tx, plantId, now)
    about(tx, { kind: 'plant', id: plantId, name: (await findPlant(tx, plantId)).plantname })
    const members = await listMembers(tx, plantId, now)
    const known = new Set([...members.map(({ userId }) => userId), ...before.people.map(({ userid }) => userid)])
    if (people.some((userId) => !known.has(userId))) return fail('MEMBER_NOT_FOUND')
    if (!(await saveEscalationOver(tx, plantId, { ...settings, userIds: people })))
      return fail('CHANGED_MEANWHILE', { now: await readEscalation(tx, plantId, now) })
    await retime(tx, plantId, settings.afterMinutes)
    const escalation = await readEscalation(tx, plantId, now)
    // As things, which are found again when somebody is erased.
    about(tx, ...escalation.people.map(({ userid: id, name }) => ({ kind: 'person' as const, id, name })))
    changed(tx, fieldsOf(before), fieldsOf(escalation))
    announce({ plant: plantId }, 'noticeSettings', { plant_id: plantId })
    return { escalation }
  },
}
