import { and, asc, eq, exists, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/transaction.ts'
import { plantTable } from '../../../tables/plants.schema.ts'
import { membershipsAt } from '../../members/index.ts'
import {
  noticeDeliveryTable as delivery,
  noticeTable as notice,
  noticeTimingTable,
} from '../../notices/notices.schema.ts'
import { weekMailTable } from '../week.schema.ts'

export type WeekMailRow = typeof weekMailTable.$inferSelect

/** Memberships in plants in use, with weekly notices that the member and the plant have on. */
const weeklyMemberships = (tx: Tx, now: Date) => {
  const member = membershipsAt(now)
  return tx
    .select({ userId: member.userId, plantId: plantTable.id, name: plantTable.plantname, zone: plantTable.timezone })
    .from(noticeTimingTable)
    .innerJoin(member, and(eq(member.plantId, noticeTimingTable.plantId), eq(member.userId, noticeTimingTable.userId)))
    .innerJoin(plantTable, eq(plantTable.id, noticeTimingTable.plantId))
    .$dynamic()
}

const isWeekly = (now: Date): SQL | undefined =>
  and(
    eq(noticeTimingTable.rhythm, 'weekly'),
    membershipsAt(now).notifications,
    plantTable.notifications,
    isNull(plantTable.removedAt),
    isNull(plantTable.archivedAt),
  )

export type WeeklyPlant = { plantId: string; name: string; zone: string }

/** The plants of a person's weekly mail, by name. */
export const listWeeklyPlants = (tx: Tx, userId: string, now: Date): Promise<WeeklyPlant[]> =>
  weeklyMemberships(tx, now)
    .where(and(isWeekly(now), eq(noticeTimingTable.userId, userId)))
    .orderBy(asc(plantTable.plantname), asc(plantTable.id))

/** People with weekly notices and no row yet. */
export const listNewReaders = async (tx: Tx, now: Date): Promise<{ userId: string; zone: string }[]> =>
  weeklyMemberships(tx, now)
    .where(
      and(
        isWeekly(now),
        sql`not exists (select from ${weekMailTable} where ${weekMailTable.userId} = ${noticeTimingTable.userId})`,
      ),
    )
    .orderBy(asc(plantTable.plantname), asc(plantTable.id))

export const insertWeekMail = async (tx: Tx, userId: string, dueAt: Date): Promise<void> => {
  await tx.insert(weekMailTable).values({ userId, dueAt }).onConflictDoNothing()
}

/** People whose mail is due, the longest first. */
export const listDueReaders = (tx: Tx, now: Date, limit: number): Promise<{ userId: string }[]> =>
  tx
    .select({ userId: weekMailTable.userId })
    .from(weekMailTable)
    .where(lte(weekMailTable.dueAt, now))
    .orderBy(asc(weekMailTable.dueAt), asc(weekMailTable.userId))
    .limit(limit)

/** Locks the due row of a person, unless another node holds it or has mailed it. */
export const lockDueWeekMail = async (tx: Tx, userId: string, now: Date): Promise<WeekMailRow | undefined> => {
  const [row] = await tx
    .select()
    .from(weekMailTable)
    .where(and(eq(weekMailTable.userId, userId), lte(weekMailTable.dueAt, now)))
    .for('update', { skipLocked: true })
  return row
}

export const saveWeekMail = async (tx: Tx, { userId, dueAt, mailedAt }: WeekMailRow): Promise<void> => {
  await tx.update(weekMailTable).set({ dueAt, mailedAt }).where(eq(weekMailTable.userId, userId))
}

export const deleteWeekMail = async (tx: Tx, userId: string): Promise<void> => {
  await tx.delete(weekMailTable).where(eq(weekMailTable.userId, userId))
}

/** Whether a digest of notices was sent to the person since a moment. */
export const hasDigestSince = async (tx: Tx, userId: string, since: Date): Promise<boolean> => {
  const digest = tx
    .select({ id: delivery.id })
    .from(delivery)
    .innerJoin(notice, eq(notice.id, delivery.noticeId))
    .where(
      and(
        eq(notice.userId, userId),
        eq(delivery.gathered, true),
        sql`${delivery.state} in ('handed', 'taken')`,
        sql`${delivery.stateAt} > ${since.toISOString()}::timestamptz`,
      ),
    )
  const { rows } = await tx.execute<{ has: boolean }>(sql`select ${exists(digest)} as has`)
  return rows[0]?.has ?? false
}
