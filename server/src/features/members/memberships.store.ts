import { eq, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { plantTable } from '../../tables/plants.schema.ts'
import { plantMemberTable } from './members.schema.ts'

const of = plantMemberTable

/**
 * The moment at which a membership ends: when its last day is over by the clocks of its plant. Worked out whenever it is asked for, so it
 * is right whatever becomes of the plant's zone. For SQL that joins `plant`.
 */
export const endOfMembership =
  sql<Date | null>`((${of.endsOn} + 1)::timestamp at time zone ${plantTable.timezone})`.mapWith(
    (value: Date | string) => new Date(value),
  )

/** The condition under which a membership stands at a moment. For SQL that joins `plant`. */
export const standsAt = (now: Date): SQL =>
  sql`(${of.endsOn} is null or ${endOfMembership} > ${now.toISOString()}::timestamptz)`

/**
 * The memberships that stand at a moment, as a table to read from or to join. Whoever asks who belongs to a plant asks this one: one whose last
 * day is over is none, whether it was cleared away or not.
 */
export const membershipsAt = (now: Date) =>
  new QueryBuilder()
    .select({
      plantId: of.plantId,
      userId: of.userId,
      role: of.role,
      notifications: of.notifications,
      invitedBy: of.invitedBy,
      since: of.since,
      endsOn: of.endsOn,
      endsAt: endOfMembership.as('ends_at'),
    })
    .from(of)
    .innerJoin(plantTable, eq(plantTable.id, of.plantId))
    .where(standsAt(now))
    .as('member')
