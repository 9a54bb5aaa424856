import { and, eq, notExists, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { isActiveAccount, profileTable } from '../../tables/accounts.schema.ts'
import { membershipsAt } from '../members/index.ts'
import { noticeDeliveryTable as delivery, noticeTable as notice } from './notices.schema.ts'

/** Handed-over deliveries to people who are suspended or no members: all, or those of one mail or push. */
export const listUnwantedDeliveries = (tx: Tx, now: Date, mailId?: string) => {
  const member = membershipsAt(now)
  const reader = tx
    .select({ is: sql`1` })
    .from(member)
    .innerJoin(profileTable, eq(profileTable.userId, member.userId))
    .where(and(eq(member.plantId, notice.plantId), eq(member.userId, notice.userId), isActiveAccount))
  return tx
    .select({ id: delivery.id, mailId: delivery.mailId, plantId: notice.plantId, userId: notice.userId })
    .from(delivery)
    .innerJoin(notice, eq(notice.id, delivery.noticeId))
    .where(and(eq(delivery.state, 'handed'), mailId ? eq(delivery.mailId, mailId) : undefined, notExists(reader)))
    .for('update', { of: delivery, skipLocked: true })
}
