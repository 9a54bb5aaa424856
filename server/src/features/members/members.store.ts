import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { isActiveAccount, profileTable, userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { adminAreaTable, endedMembershipTable, plantMemberTable as table } from './members.schema.ts'
import { findMembershipEnd, isInForceAt, membershipsAt } from './memberships.store.ts'

/** Deletes the remains of an ended membership, so the person can join again. */
const deleteEnded = async (tx: Tx, { plantId, userId }: { plantId: string; userId: string }, now: Date) => {
  await tx
    .delete(table)
    .where(
      and(
        eq(table.plantId, plantId),
        eq(table.userId, userId),
        sql`not exists (select 1 from ${plantTable} where ${plantTable.id} = ${table.plantId} and ${isInForceAt(now)})`,
      ),
    )
}

export const addMember = async (
  tx: Tx,
  member: {
    plantId: string
    userId: string
    role: PlantRole
    invitedBy: string | null
    since: Date
    endsOn?: string | null
  },
): Promise<void> => {
  await deleteEnded(tx, member, member.since)
  const { plantId, userId } = endedMembershipTable
  await tx.delete(endedMembershipTable).where(and(eq(plantId, member.plantId), eq(userId, member.userId)))
  const endsAt = await findMembershipEnd(tx, member.plantId, member.endsOn ?? null)
  await tx
    .insert(table)
    .values({ ...member, endsAt })
    .onConflictDoNothing()
}

/** Locks a membership, if it exists, so it cannot end before the transaction does. */
export const lockMembership = async (tx: Tx, plantId: string, userId: string): Promise<void> => {
  await tx
    .select({ role: table.role })
    .from(table)
    .where(and(eq(table.plantId, plantId), eq(table.userId, userId)))
    .for('key share')
}

export const removeMember = async (tx: Tx, plantId: string, userId: string): Promise<void> => {
  await tx.delete(table).where(and(eq(table.plantId, plantId), eq(table.userId, userId)))
}

export const setRole = async (
  tx: Tx,
  { plantId, userId, role }: { plantId: string; userId: string; role: PlantRole },
): Promise<void> => {
  await tx
    .update(table)
    .set({ role })
    .where(and(eq(table.plantId, plantId), eq(table.userId, userId)))
}

/** Switches all notices of a plant on or off for a member. */
export const setNotified = async (
  tx: Tx,
  { plantId, userId, on: isEnabled }: { plantId: string; userId: string; on: boolean },
): Promise<void> => {
  await tx
    .update(table)
    .set({ notifications: isEnabled })
    .where(and(eq(table.plantId, plantId), eq(table.userId, userId)))
}

/** Sets the last day of a membership and clears its reminders; returns its end, undefined without a membership. */
export const setEnd = async (
  tx: Tx,
  { plantId, userId, endsOn }: { plantId: string; userId: string; endsOn: string | null },
): Promise<{ endsAt: Date | null } | undefined> => {
  const [row] = await tx
    .update(table)
    .set({ endsOn, endsAt: await findMembershipEnd(tx, plantId, endsOn), endTold: null })
    .where(and(eq(table.plantId, plantId), eq(table.userId, userId)))
    .returning({ endsAt: table.endsAt })
  return row
}

export type MemberRow = Omit<typeof table.$inferSelect, 'endTold' | 'endsAt'> & {
  name: string
  email: string
  suspended: boolean
}

export const listMembers = (tx: Tx, plantId: string, now: Date): Promise<MemberRow[]> => {
  const member = membershipsAt(now)
  return tx
    .select({
      plantId: member.plantId,
      userId: member.userId,
      role: member.role,
      notifications: member.notifications,
      invitedBy: member.invitedBy,
      since: member.since,
      endsOn: member.endsOn,
      name: userTable.name,
      email: userTable.email,
      suspended: sql<boolean>`not (${isActiveAccount})`,
    })
    .from(member)
    .innerJoin(userTable, eq(userTable.id, member.userId))
    .innerJoin(profileTable, eq(profileTable.userId, member.userId))
    .where(eq(member.plantId, plantId))
    .orderBy(member.since, member.userId)
}

/** The members of each of these plants, for broadcasts to their browsers. */
export const listMemberIds = async (tx: Tx, plantIds: string[], now: Date): Promise<Map<string, string[]>> => {
  const byPlant = new Map<string, string[]>()
  if (plantIds.length === 0) return byPlant
  const member = membershipsAt(now)
  const rows = await tx
    .select({ plantId: member.plantId, userId: member.userId })
    .from(member)
    .where(inArray(member.plantId, plantIds))
  for (const row of rows) byPlant.set(row.plantId, [...(byPlant.get(row.plantId) ?? []), row.userId])
  return byPlant
}

/** Whether a member is a delegate whom this person invited. */
export const isOwnDelegate = ({ role, invitedBy }: Pick<MemberRow, 'role' | 'invitedBy'>, userId: string): boolean =>
  role === 'clientStaff' && invitedBy === userId

/** Administrators see all addresses; everybody else sees only their own. */
export const toPlantUser = (row: MemberRow, viewer: { userId: string; role: PlantRole | null }): PlantUser => ({
  userid: row.userId,
  name: row.name,
  role: row.role,
  email: viewer.role === 'installerAdministrator' || viewer.userId === row.userId ? row.email : null,
  notifications: row.notifications,
  endsOn: row.endsOn,
  suspended: row.suspended,
  ownDelegate: isOwnDelegate(row, viewer.userId),
})

/** Name and time zone of a plant for mails about it. */
export const findPlantForMail = async (tx: Tx, plantId: string): Promise<{ plant: string; zone: string }> => {
  const [row] = await tx
    .select({ plant: plantTable.plantname, zone: plantTable.timezone })
    .from(plantTable)
    .where(eq(plantTable.id, plantId))
  return row ?? { plant: '', zone: 'UTC' }
}

/** The areas of all business areas, by country and province. */
export const listAdminAreas = (tx: Tx): Promise<{ userId: string; country: string; prov: string }[]> =>
  tx.select().from(adminAreaTable).orderBy(adminAreaTable.country, adminAreaTable.prov)

export const addAdminArea = async (tx: Tx, area: { userId: string; country: string; prov: string }): Promise<void> => {
  await tx.insert(adminAreaTable).values(area).onConflictDoNothing()
}
