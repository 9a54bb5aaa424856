import { and, eq, notExists, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { profileTable } from '../../tables/accounts.schema.ts'
import { membershipsAt } from '../members/index.ts'
import { markWithdrawn } from './deliveries.store.ts'
import { noticeDeliveryTable as delivery, noticeTable as notice } from './notices.schema.ts'
import { giveUpPushes } from './push-messages.store.ts'

/** What was handed over, and is for somebody who is no member of the plant any more, or suspended; another node finds none of it. */
const listUnwanted = (tx: Tx, now: Date) => {
  const member = membershipsAt(now)
  const reader = tx
    .select({ is: sql`1` })
    .from(member)
    .innerJoin(profileTable, eq(profileTable.userId, member.userId))
    .where(
      and(
        ...[eq(member.plantId, notice.plantId), eq(member.userId, notice.userId)],
        eq(profileTable.validation, 'verified'),
      ),
    )
  return tx
    .select({ id: delivery.id, mailId: delivery.mailId, plantId: notice.plantId, userId: notice.userId })
    .from(delivery)
    .innerJoin(notice, eq(notice.id, delivery.noticeId))
    .where(and(eq(delivery.state, 'handed'), notExists(reader)))
    .for('update', { of: delivery, skipLocked: true })
}

/**
 * Takes notices back that could not be sent yet when their receiver was removed or suspended, as while the mail server is down. Returns whose these
 * are.
 */
export const takeBack = async (tx: Tx, { mail }: Pick<Ports, 'mail'>, now: Date) => {
  const unwanted = await listUnwanted(tx, now)
  const ids = unwanted.flatMap(({ mailId }) => mailId ?? [])
  if (ids.length === 0) return []
  const givenUp = new Set([...(await mail.takeBack(tx, ids)), ...(await giveUpPushes(tx, ids, now))])
  const taken = unwanted.filter(({ mailId }) => mailId && givenUp.has(mailId))
  await markWithdrawn(
    tx,
    taken.map(({ id }) => id),
    now,
  )
  return taken
}
