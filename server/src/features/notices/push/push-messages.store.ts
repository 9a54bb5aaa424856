import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { deleteBatch } from '../../../kernel/delete-batch.store.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import { noticeTable as notice } from '../notices.schema.ts'
import { pushMessageTable as message } from '../push.schema.ts'

export type PushMessage = typeof message.$inferSelect

/** Returns the ids of the new pushes. */
export const insertPushes = async (tx: Tx, rows: (typeof message.$inferInsert)[]): Promise<string[]> =>
  (await tx.insert(message).values(rows).returning({ id: message.id })).map(({ id }) => id)

export const findPush = async (tx: Tx, id: string): Promise<PushMessage | undefined> => {
  const [row] = await tx.select().from(message).where(eq(message.id, id))
  return row
}

export const markPushed = async (tx: Tx, id: string, answer: string, at: Date): Promise<void> => {
  await tx.update(message).set({ sentAt: at, answer, text: null }).where(eq(message.id, id))
}

/** Records a failed push and the answer; wipes the text of an abandoned push. */
export const recordPushFailure = async (tx: Tx, id: string, answer: string, givenUpAt: Date | null): Promise<void> => {
  await tx
    .update(message)
    .set({ tries: sql`${message.tries} + 1`, answer, ...(givenUpAt && { givenUpAt, text: null }) })
    .where(eq(message.id, id))
}

/** Gives up the unsent pushes of these batches; returns them. */
export const giveUpPushes = async (tx: Tx, batchIds: string[], at: Date): Promise<string[]> => {
  const rows = await tx
    .update(message)
    .set({ givenUpAt: at, text: null })
    .where(and(inArray(message.batchId, batchIds), isNull(message.sentAt), isNull(message.givenUpAt)))
    .returning({ batchId: message.batchId })
  return [...new Set(rows.map(({ batchId }) => batchId))]
}

/** Copies the outcome of pushes to their notices: one accepting browser is enough. Returns the receivers. */
export const syncPushOutcomes = async (tx: Tx, now: Date): Promise<{ plantId: string; userId: string }[]> => {
  const { rows } = await tx.execute<{ plantId: string; userId: string }>(sql`
    update notice_delivery as delivery set
      state = case when batch.sent_at is not null then 'taken' when batch.is_over then 'refused' else 'handed' end,
      state_at = coalesce(batch.sent_at, ${now.toISOString()}::timestamptz), tries = batch.tries, answer = batch.answer
    from (
      select batch_id, min(sent_at) as sent_at, bool_and(sent_at is not null or given_up_at is not null) as is_over,
        sum(tries)::int as tries, coalesce(min(answer) filter (where sent_at is not null), max(answer)) as answer
      from ${message}
      where batch_id in (select mail_id from notice_delivery where state = 'handed' and channel = 'push')
      group by batch_id
    ) as batch, ${notice}
    where delivery.state = 'handed' and delivery.channel = 'push' and delivery.mail_id = batch.batch_id
      and ${notice.id} = delivery.notice_id
      and (batch.sent_at is not null or batch.is_over or batch.tries <> delivery.tries)
    returning ${notice.plantId} as "plantId", ${notice.userId} as "userId"`)
  return rows
}

export const deleteOldPushes = (tx: Tx, before: Date, limit: number): Promise<number> =>
  deleteBatch(tx, { table: message, key: message.id, which: sql`${message.at} < ${before}`, limit })
