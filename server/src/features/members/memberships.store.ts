import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Tx } from '../../kernel/transaction.ts'
import { endOfDay } from '../../kernel/zoned.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { plantMemberTable } from './members.schema.ts'

const table = plantMemberTable

/** SQL condition: the membership is in force at a moment. */
export const isInForceAt = (now: Date): SQL =>
  sql`(${table.endsAt} is null or ${table.endsAt} > ${now.toISOString()}::timestamptz)`

/** When a membership with this last day ends by the plant's clock; null for a membership without an end. */
export const findMembershipEnd = async (tx: Tx, plantId: string, endsOn: string | null): Promise<Date | null> => {
  if (endsOn === null) return null
  const [plant] = await tx.select({ zone: plantTable.timezone }).from(plantTable).where(eq(plantTable.id, plantId))
  return endOfDay(endsOn, plant?.zone ?? 'UTC')
}

/** Recomputes when memberships end after the plant's time zone changed. */
export const moveEnds = async (tx: Tx, plantId: string, zone: string): Promise<void> => {
  const isOfPlant = eq(table.plantId, plantId)
  const rows = await tx
    .selectDistinct({ endsOn: table.endsOn })
    .from(table)
    .where(and(isOfPlant, isNotNull(table.endsOn)))
  for (const { endsOn } of rows)
    if (endsOn !== null)
      await tx
        .update(table)
        .set({ endsAt: endOfDay(endsOn, zone) })
        .where(and(isOfPlant, eq(table.endsOn, endsOn)))
}

/**
 * Memberships in force at a moment, as a table to select from or join. Every question about membership uses this table,
 * because an expired row may not be cleared yet.
 */
export const membershipsAt = (now: Date) =>
  new QueryBuilder({ casing: 'snake_case' })
    .select({
      plantId: table.plantId,
      userId: table.userId,
      role: table.role,
      notifications: table.notifications,
      invitedBy: table.invitedBy,
      since: table.since,
      endsOn: table.endsOn,
      endsAt: table.endsAt,
    })
    .from(table)
    .where(isInForceAt(now))
    .as('member')
