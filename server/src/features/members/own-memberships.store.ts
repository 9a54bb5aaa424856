import { maxListedPlantsToHandOver, type PlantsToHandOver } from '@vigilux/contract/features/accounts/own-account.ts'
import { requiredRoles } from '@vigilux/contract/features/members/member.rules.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { and, asc, eq, inArray, isNull, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../kernel/transaction.ts'
import { isActiveAccount, profileTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { endedMembershipTable, plantMemberTable } from './members.schema.ts'
import { isInForceAt } from './memberships.store.ts'

export type Membership = {
  plantId: string
  plantname: string
  role: PlantRole
  since: Date
  notifications: boolean
  endsOn: string | null
}

/** A person's plants, by name. */
export const listMemberships = (tx: Tx, userId: string, now: Date): Promise<Membership[]> =>
  tx
    .select({
      plantId: plantTable.id,
      plantname: plantTable.plantname,
      role: plantMemberTable.role,
      since: plantMemberTable.since,
      notifications: plantMemberTable.notifications,
      endsOn: plantMemberTable.endsOn,
    })
    .from(plantMemberTable)
    .innerJoin(plantTable, eq(plantTable.id, plantMemberTable.plantId))
    .where(and(eq(plantMemberTable.userId, userId), isNull(plantTable.removedAt), isInForceAt(now)))
    .orderBy(asc(plantTable.plantname), asc(plantTable.id))

/** Plants with this person as their last administrator or owner: the first by name, and the total. */
export const listPlantsToHandOver = async (tx: Tx, userId: string, now: Date): Promise<PlantsToHandOver> => {
  const other = alias(plantMemberTable, 'other')
  const otherMembers = tx
    .select({ userId: other.userId })
    .from(other)
    .innerJoin(profileTable, and(eq(profileTable.userId, other.userId), isActiveAccount))
    .where(
      and(
        eq(other.plantId, plantMemberTable.plantId),
        eq(other.role, plantMemberTable.role),
        ne(other.userId, plantMemberTable.userId),
        isNull(other.endsOn),
      ),
    )
  const rows = await tx
    .select({
      plant_id: plantTable.id,
      plantname: plantTable.plantname,
      role: plantMemberTable.role,
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(plantMemberTable)
    .innerJoin(plantTable, eq(plantTable.id, plantMemberTable.plantId))
    .where(
      and(
        eq(plantMemberTable.userId, userId),
        inArray(plantMemberTable.role, [...requiredRoles]),
        isNull(plantTable.removedAt),
        isInForceAt(now),
        notExists(otherMembers),
      ),
    )
    .orderBy(asc(plantTable.plantname), asc(plantTable.id))
    .limit(maxListedPlantsToHandOver)
  return { plants: rows.map(({ total: _, ...plant }) => plant), total: rows[0]?.total ?? 0 }
}

/** Deletes all memberships of a person, including the record of ended ones; returns the plants of the active ones. */
export const leaveAllPlants = async (tx: Tx, userId: string): Promise<string[]> => {
  const leftRows = await tx
    .delete(plantMemberTable)
    .where(eq(plantMemberTable.userId, userId))
    .returning({ plantId: plantMemberTable.plantId })
  await tx.delete(endedMembershipTable).where(eq(endedMembershipTable.userId, userId))
  return leftRows.map(({ plantId }) => plantId)
}
