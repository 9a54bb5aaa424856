import { and, count, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { isVisibleTo } from '../members/index.ts'
import { calendarFeedTable } from './test-calendar.schema.ts'

type StoredFeed = typeof calendarFeedTable.$inferSelect
/** The plant's name is null once the person has left the plant. */
export type FeedRow = Omit<StoredFeed, 'userId' | 'secretHash'> & { plantname: string | null }

export const listFeeds = (tx: Tx, caller: User, now: Date): Promise<FeedRow[]> => {
  const { id, plantId, name, madeAt, fetchedAt, userId } = calendarFeedTable
  return tx
    .select({ id, plantId, name, madeAt, fetchedAt, plantname: plantTable.plantname })
    .from(calendarFeedTable)
    .leftJoin(plantTable, and(eq(plantTable.id, plantId), isNull(plantTable.removedAt), isVisibleTo(caller, now)))
    .where(eq(userId, caller.userId))
    .orderBy(desc(madeAt), desc(id))
}

/** Locks a person's feeds until the transaction ends. */
export const lockFeedsOf = async (tx: Tx, userId: string): Promise<void> => {
  await tx.execute(sql`select 1 from ${userTable} where id = ${userId} for no key update`)
}

export const countFeeds = async (tx: Tx, userId: string): Promise<number> => {
  const [row] = await tx.select({ feeds: count() }).from(calendarFeedTable).where(eq(calendarFeedTable.userId, userId))
  return row?.feeds ?? 0
}

export const insertFeed = async (tx: Tx, row: StoredFeed): Promise<void> => {
  await tx.insert(calendarFeedTable).values(row)
}

/** Deletes one of a person's feeds; returns it, or undefined when there is none. */
export const deleteFeed = async (tx: Tx, userId: string, id: string): Promise<{ name: string } | undefined> => {
  const [row] = await tx
    .delete(calendarFeedTable)
    .where(and(eq(calendarFeedTable.id, id), eq(calendarFeedTable.userId, userId)))
    .returning({ name: calendarFeedTable.name })
  return row
}

export const findFeed = async (tx: Tx, secretHash: string): Promise<StoredFeed | undefined> => {
  const [row] = await tx.select().from(calendarFeedTable).where(eq(calendarFeedTable.secretHash, secretHash))
  return row
}

/** Records a fetch, at most once a minute, because programs fetch as often as they like. */
export const recordFetched = async (tx: Tx, id: string, now: Date): Promise<void> => {
  const { fetchedAt } = calendarFeedTable
  const isOld = or(isNull(fetchedAt), lt(fetchedAt, new Date(now.getTime() - 60_000)))
  await tx
    .update(calendarFeedTable)
    .set({ fetchedAt: now })
    .where(and(eq(calendarFeedTable.id, id), isOld))
}
