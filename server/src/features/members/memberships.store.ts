import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Tx } from '../../kernel/transaction.ts'
import { endOfDay } from '../../kernel/zoned.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { plantMemberTable } from './members.schema.ts'

const of = plantMemberTable

/** The condition under which a membership is in force at a moment. */
export const isInForceAt = (now: Date): SQL =>
  sql`(${of.endsAt} is null or ${of.endsAt} > ${now.toISOString()}::timestamptz)`

/** When a membership with this last day ends by the clocks of its plant; null where it has no end. */
export const findMembershipEnd = async (tx: Tx, plantId: string, endsOn: string | null): Promise<Date | null> => {
  if (endsOn === null) return null
  const [plant] = await tx.select({ zone: plantTable.timezone }).from(plantTable).where(eq(plantTable.id, plantId))
  return endOfDay(endsOn, plant?.zone ?? 'UTC')
}

/** Has memberships end with their last day by the clocks of the zone that the plant has now. */
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
 * The memberships that stand at a moment, as a table to read from or to join. Whoever asks who belongs to a plant asks this one: one whose last
 * day is over is none, whether it was cleared away or not.
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
