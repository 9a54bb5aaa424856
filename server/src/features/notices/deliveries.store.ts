import type { NoticeChannel } from '@vigilux/contract/features/notices/notice.ts'
import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { mailTable } from '../mails/mails.schema.ts'
import { noticeDeliveryTable as delivery, noticeTable as notice } from './notices.schema.ts'

export const insertDelivery = async (tx: Tx, row: typeof delivery.$inferInsert): Promise<void> => {
  await tx.insert(delivery).values(row).onConflictDoNothing()
}

type EscalatedDelivery = { noticeId: string; channels: readonly NoticeChannel[]; step: number; steps: number }

/**
 * Delivers a notice to a person of an escalation at once; deliveries of the same notice waiting for a digest or for the
 * end of quiet hours are dropped.
 */
export const insertEscalated = async (
  tx: Tx,
  { noticeId, channels, ...escalationStep }: EscalatedDelivery,
  now: Date,
): Promise<void> => {
  await tx.delete(delivery).where(and(eq(delivery.noticeId, noticeId), eq(delivery.state, 'waiting')))
  for (const channel of channels)
    await tx
      .insert(delivery)
      .values({ noticeId, channel, ...escalationStep, state: 'waiting', stateAt: now, dueAt: now, gathered: false })
}

const isDue = (now: Date): SQL | undefined => and(eq(delivery.state, 'waiting'), lte(delivery.dueAt, now))

/** SQL condition for a delivery due, or in the hands of the mail or push server. */
export const isAnyDeliveryOpen = (now: Date): SQL =>
  sql`(exists (select from ${delivery} where ${isDue(now)}) or exists (select from ${delivery} where ${delivery.state} = 'handed'))`

/** Deliveries in one message: all gathered for a person in a plant, or one notice, to members or by an escalation. */
export type Delivery = {
  plantId: string
  userId: string
  noticeId: string | null
  channel: NoticeChannel
  step: number
}

export const listDueDeliveries = (tx: Tx, now: Date, limit: number): Promise<Delivery[]> =>
  tx
    .selectDistinct({
      plantId: notice.plantId,
      userId: notice.userId,
      channel: delivery.channel,
      step: delivery.step,
      noticeId: sql<string | null>`case when ${delivery.gathered} then null else ${notice.id} end`,
    })
    .from(delivery)
    .innerJoin(notice, eq(notice.id, delivery.noticeId))
    .where(isDue(now))
    .limit(limit)

/** Claims the deliveries of one message, oldest first; no other node can claim them. */
export const claimDueDeliveries = (tx: Tx, { plantId, userId, noticeId, channel, step }: Delivery, now: Date) =>
  tx
    .select({
      id: delivery.id,
      steps: delivery.steps,
      urgent: delivery.urgent,
      kind: notice.kind,
      causeIds: notice.causeIds,
    })
    .from(delivery)
    .innerJoin(notice, eq(notice.id, delivery.noticeId))
    .where(
      and(
        isDue(now),
        eq(notice.plantId, plantId),
        eq(notice.userId, userId),
        eq(delivery.channel, channel),
        eq(delivery.step, step),
        noticeId ? eq(notice.id, noticeId) : eq(delivery.gathered, true),
      ),
    )
    .orderBy(asc(notice.at), asc(notice.id))
    .for('update', { of: delivery, skipLocked: true })

export const markQueued = async (tx: Tx, ids: string[], mailId: string, at: Date): Promise<void> => {
  await tx.update(delivery).set({ state: 'handed', stateAt: at, mailId }).where(inArray(delivery.id, ids))
}

export const markWithdrawn = async (tx: Tx, ids: string[], at: Date): Promise<void> => {
  if (ids.length > 0)
    await tx.update(delivery).set({ state: 'withdrawn', stateAt: at }).where(inArray(delivery.id, ids))
}

/** Reschedules a person's waiting deliveries in a plant, except urgent ones and escalations. */
export const rescheduleWaiting = async (
  tx: Tx,
  { plantId, userId }: { plantId: string; userId: string },
  dueTime: { dueAt: Date; gathered: boolean },
): Promise<void> => {
  const waiting = await tx
    .select({ id: delivery.id })
    .from(delivery)
    .innerJoin(notice, eq(notice.id, delivery.noticeId))
    .where(
      and(
        eq(delivery.state, 'waiting'),
        eq(delivery.step, 0),
        eq(delivery.urgent, false),
        eq(notice.plantId, plantId),
        eq(notice.userId, userId),
      ),
    )
    .for('update', { of: delivery })
  const ids = waiting.map(({ id }) => id)
  if (ids.length > 0) await tx.update(delivery).set(dueTime).where(inArray(delivery.id, ids))
}

/** Copies the outcome of mails to their notices; returns the receivers. */
export const syncMailOutcomes = async (tx: Tx, now: Date): Promise<{ plantId: string; userId: string }[]> => {
  const { id, sentAt, givenUpAt, tries, answer } = mailTable
  const { rows } = await tx.execute<{ plantId: string; userId: string }>(sql`
    update notice_delivery as delivery set
      state = case when ${sentAt} is not null then 'taken' when ${givenUpAt} is not null then 'refused' else 'handed' end,
      state_at = coalesce(${sentAt}, ${givenUpAt}, ${now.toISOString()}::timestamptz),
      tries = ${tries}, answer = ${answer}
    from ${mailTable}, ${notice}
    where delivery.state = 'handed' and ${id} = delivery.mail_id and ${notice.id} = delivery.notice_id
      and (${sentAt} is not null or ${givenUpAt} is not null or ${tries} <> delivery.tries)
    returning ${notice.plantId} as "plantId", ${notice.userId} as "userId"`)
  return rows
}
