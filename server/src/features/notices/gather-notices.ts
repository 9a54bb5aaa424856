import type { Tx } from '../../kernel/transaction.ts'
import { insertDelivery } from './deliveries.store.ts'
import { dueTime } from './due-time.ts'
import { type Group, insertNotice, listReceivers, takeCauses } from './notices.store.ts'

/** Writes a notice to each who is to be told what happened in a plant, with the hour at which it is handed over; answers to whom. */
export const gatherGroup = async (tx: Tx, group: Group, { before, now }: { before: Date; now: Date }) => {
  const causes = await takeCauses(tx, group, { before, now })
  const [first] = causes
  if (!first) return []
  const told: string[] = []
  for (const { userId, zone, wish, channels } of await listReceivers(tx, group, now)) {
    const ofCauses = { causeId: first.id, causeIds: causes.map(({ id }) => id) }
    const noticeId = await insertNotice(tx, { ...ofCauses, ...group, userId, at: now })
    if (!noticeId) continue
    const { dueAt, gathered } = dueTime(group.kind, wish, zone, now)
    for (const channel of channels)
      await insertDelivery(tx, { noticeId, channel, state: 'waiting', stateAt: now, dueAt, gathered })
    told.push(userId)
  }
  return told
}
