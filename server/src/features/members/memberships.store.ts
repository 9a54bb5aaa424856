import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Tx } from '../../kernel/transaction.ts'
import { endOfDay } from '../../kernel/zoned.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { plantMemberTable } from './members.schema.ts'

const of = plantMemberTable

/** SQL condition: the membership is in force at a moment. */
export const isInForceAt = (now: Date): SQL =>
  sql`(${of.endsAt} is null or ${of.endsAt} > ${now.toISOString()}::timestamptz)`

/** When a membership with this last day ends by the plant's clock; null for a membership without an end. */
export const findMembershipEnd = async (tx: Tx, plantId: string, endsOn: string | null): Promise<Date | null> => {
  if (endsOn === null) return null
  const [plant] = await tx.select({ zone: plantTable.timezone }).from(plantTable).where(eq(plantTable.id, plantId))
  return endOfDay(endsOn, plant?.zone ?? 'UTC')
}

/** Recomputes when memberships end after the plant's time zone changed. */
export const moveEnds = async (tx: Tx, plantId: string, zone: string): Promise<void> => {
  const isOfPlant = eq(of.plantId, plantId)
  const rows = await tx
    .selectDistinct({ endsOn: of.endsOn })
    .from(of)
    .where(and(isOfPlant, isNotNull(of.endsOn)))
  for (const { endsOn } of rows)
    if (endsOn !== null)
      await tx
        .update(of)
        .set({ endsAt: endOfDay(endsOn, zone) })
        .where(and(isOfPlant, eq(of.endsOn, endsOn)))
}

/**
 * Memberships in force at a moment, as a table to select from or join. Every question about membership uses this table, because
 * an expired row may not be cleared yet.
 */
export const membershipsAt = (now: Date) =>
  new QueryBuilder({ casing: 'snake_case' })
    .select({
      plantId: of.plantId,
      userId: of.userId,
      role: of.role,
      notifications: of.notifications,
      invitedBy: of.invitedBy,
      since: of.since,
      endsOn: of.endsOn,
      endsAt: of.endsAt,
    })
    .from(of)
    .where(isInForceAt(now))
    .as('member')
