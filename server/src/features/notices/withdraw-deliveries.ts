import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { broadcastNotices, type NoticeTaskParts } from './broadcast-notices.ts'
import { markWithdrawn } from './deliveries.store.ts'
import { giveUpPushes } from './push/push-messages.store.ts'
import { listUnwantedDeliveries } from './unwanted.store.ts'

/**
 * Withdraws unsent notices whose receiver was removed or suspended, for example while the mail server was down: all, or
 * those of one mail or push. Returns the receivers.
 */
export const withdrawUnwanted = async (tx: Tx, { mail }: Pick<Ports, 'mail'>, now: Date, mailId?: string) => {
  const unwantedDeliveries = await listUnwantedDeliveries(tx, now, mailId)
  const ids = unwantedDeliveries.flatMap(({ mailId }) => mailId ?? [])
  if (ids.length === 0) return []
  const withdrawnIds = new Set([...(await mail.withdraw(tx, ids)), ...(await giveUpPushes(tx, ids, now))])
  const withdrawnDeliveries = unwantedDeliveries.filter(({ mailId }) => mailId && withdrawnIds.has(mailId))
  await markWithdrawn(
    tx,
    withdrawnDeliveries.map(({ id }) => id),
    now,
  )
  return withdrawnDeliveries
}

/** The last check before a mail or push is sent, because its receiver may have been removed a moment ago. */
export const withdrawBeforeSending = async ({ ports, inTransaction }: NoticeTaskParts, mailId: string): Promise<void> =>
  await inTransaction(async (work) => {
    for (const { plantId, userId } of await withdrawUnwanted(work.tx, ports, ports.clock.now(), mailId))
      broadcastNotices(work, plantId, [userId])
  })
