import type { PlantUser } from '@vigilux/contract/features/plants/plant.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { userTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { adminAreaTable, plantMemberTable } from './members.schema.ts'

export const addMember = async (
  tx: Tx,
  member: { plantId: string; userId: string; role: PlantRole; invitedBy: string | null; since: Date },
): Promise<void> => {
  await tx.insert(plantMemberTable).values(member).onConflictDoNothing()
}

export const removeMember = async (tx: Tx, plantId: string, userId: string): Promise<void> => {
  await tx
    .delete(plantMemberTable)
    .where(and(eq(plantMemberTable.plantId, plantId), eq(plantMemberTable.userId, userId)))
}

export type MemberRow = typeof plantMemberTable.$inferSelect & { name: string; email: string }

export const listMembers = (tx: Tx, plantId: string): Promise<MemberRow[]> =>
  tx
    .select({
      plantId: plantMemberTable.plantId,
      userId: plantMemberTable.userId,
      role: plantMemberTable.role,
      notifications: plantMemberTable.notifications,
      invitedBy: plantMemberTable.invitedBy,
      since: plantMemberTable.since,
      name: userTable.name,
      email: userTable.email,
    })
    .from(plantMemberTable)
    .innerJoin(userTable, eq(userTable.id, plantMemberTable.userId))
    .where(eq(plantMemberTable.plantId, plantId))
    .orderBy(plantMemberTable.since)

/** Who belongs to each of these plants; for informing their browsers. */
export const memberIds = async (tx: Tx, plantIds: string[]): Promise<Map<string, string[]>> => {
  const byPlant = new Map<string, string[]>()
  if (plantIds.length === 0) return byPlant
  const rows = await tx.select().from(plantMemberTable).where(inArray(plantMemberTable.plantId, plantIds))
  for (const row of rows) byPlant.set(row.plantId, [...(byPlant.get(row.plantId) ?? []), row.userId])
  return byPlant
}

/** Addresses are shown to administrators, and to everyone their own. */
export const toPlantUser = (row: MemberRow, viewer: { userId: string; role: PlantRole | null }): PlantUser => ({
  userid: row.userId,
  name: row.name,
  role: row.role,
  email: viewer.role === 'installerAdministrator' || viewer.userId === row.userId ? row.email : null,
  notifications: row.notifications,
})

/** What mails about a plant say of it: its name, and the zone in which their times are. */
export const findPlantForMail = async (tx: Tx, plantId: string): Promise<{ plant: string; zone: string }> => {
  const [row] = await tx
    .select({ plant: plantTable.plantname, zone: plantTable.timezone })
    .from(plantTable)
    .where(eq(plantTable.id, plantId))
  return row ?? { plant: '', zone: 'UTC' }
}

export const addAdminArea = async (tx: Tx, area: { userId: string; country: string; prov: string }): Promise<void> => {
  await tx.insert(adminAreaTable).values(area).onConflictDoNothing()
}
