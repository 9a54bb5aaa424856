import type { Announce } from '../../kernel/announce.ts'
import type { NoticeCauseRow } from '../../kernel/notice-causes.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { noteWebhookCalls } from '../webhooks/index.ts'
import { insertDelivery } from './deliveries.store.ts'
import { dueTime } from './due-time.ts'
import { startEscalation } from './escalate.ts'
import { pageOf } from './notice-links.ts'
import { type Group, insertNotice, listReceivers, namesOf, takeCauses } from './notices.store.ts'

/** Writes a notice to each member who is to be told, and begins to tell those named one after the other; returns to whom notices go. */
export const tellMembers = async (
  tx: Tx,
  group: Group,
  causes: readonly NoticeCauseRow[],
  now: Date,
): Promise<string[]> => {
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
  const escalatedTo = await startEscalation(tx, group, causes, now)
  return escalatedTo ? [...new Set([...told, escalatedTo])] : told
}

type Context = { tx: Tx; announce: Announce; ports: Pick<Ports, 'settings'> }

/**
 * Writes a notice to each who is to be told what happened in a plant, with the hour at which it is handed over, and calls for the webhooks of the
 * plant; answers to whom notices go.
 */
export const gatherGroup = async (context: Context, group: Group, { before, now }: { before: Date; now: Date }) => {
  const { tx } = context
  const causes = await takeCauses(tx, group, { before, now })
  const [first, ...others] = causes
  if (!first) return []
  await noteWebhookCalls(context, { ...group, causes: [first, ...others], now }, async () => {
    const names = await namesOf(tx, causes)
    return { ...names, path: pageOf(group.plantId, causes, (id) => names.units.get(id)?.unit) }
  })
  return tellMembers(tx, group, causes, now)
}
