import { type ErrorWeek, errorWeeks } from '@vigilux/contract/features/office/office-plant.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { toZoned } from '../../kernel/zoned.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { severity } from '../overview/index.ts'
import { plantFiguresTable } from '../overview/overview.schema.ts'
import { errorWeekTable } from './office.schema.ts'

/** Monday of an instant's week in UTC, some weeks earlier. */
const mondayOf = (now: Date, weeksBefore = 0): string => {
  const today = toZoned(now, 'UTC').toPlainDate()
  return today.subtract({ days: today.dayOfWeek - 1, weeks: weeksBefore }).toString()
}

const insertErrorWeeks = async (tx: Tx, weeks: readonly ErrorWeek[]): Promise<void> => {
  await tx
    .insert(errorWeekTable)
    .values([...weeks])
    .onConflictDoNothing()
}

/** Counts the plants with errors, unless this week has a count, and forgets the weeks that are no longer shown. */
export const countErrorWeek = async (tx: Tx, now: Date): Promise<void> => {
  const week = mondayOf(now)
  const counted = await tx.select().from(errorWeekTable).where(eq(errorWeekTable.week, week))
  if (counted.length > 0) return
  const isInError = sql`${severity} = ${conditions.indexOf('error')}`
  const [row] = await tx
    .select({ plants: sql<number>`count(*)::int` })
    .from(plantTable)
    .leftJoin(plantFiguresTable, eq(plantFiguresTable.plantId, plantTable.id))
    .where(and(isNull(plantTable.removedAt), isNull(plantTable.archivedAt), isInError))
  await insertErrorWeeks(tx, [{ week, plants: row?.plants ?? 0 }])
  await tx.delete(errorWeekTable).where(lte(errorWeekTable.week, mondayOf(now, errorWeeks)))
}

/** Counts of past weeks, oldest first; the last one is of the present week. */
export const insertPastErrorWeeks = (tx: Tx, now: Date, counts: readonly number[]): Promise<void> =>
  insertErrorWeeks(
    tx,
    counts.map((plants, index) => ({ week: mondayOf(now, counts.length - 1 - index), plants })),
  )

/** The counted weeks of the chart, oldest first. */
export const listErrorWeeks = (tx: Tx, now: Date): Promise<ErrorWeek[]> =>
  tx
    .select()
    .from(errorWeekTable)
    .where(and(gt(errorWeekTable.week, mondayOf(now, errorWeeks)), lte(errorWeekTable.week, mondayOf(now))))
    .orderBy(asc(errorWeekTable.week))
