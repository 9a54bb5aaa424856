import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { isVisibleTo, membershipsAt } from '../members/index.ts'

export type WeekPlant = {
  id: string
  name: string
  timezone: string
  country: string
  role: PlantRole
  isArchived: boolean
}

/** The plants of a person, or one visible to the person; offices act as administrators. */
export const listWeekPlants = async (
  tx: Tx,
  caller: User,
  onlyPlantId: string | null,
  now: Date,
): Promise<WeekPlant[]> => {
  const { id, plantname: name, timezone, country, archivedAt, removedAt } = plantTable
  const member = membershipsAt(now)
  const rows = await tx
    .select({ id, name, timezone, country, archivedAt, role: member.role })
    .from(plantTable)
    .leftJoin(member, and(eq(member.plantId, id), eq(member.userId, caller.userId)))
    .where(
      and(
        isNull(removedAt),
        isVisibleTo(caller, now),
        onlyPlantId ? eq(id, onlyPlantId) : and(isNotNull(member.role), isNull(archivedAt)),
      ),
    )
  return rows.map(({ archivedAt: archived, role, ...plant }) => ({
    ...plant,
    isArchived: archived !== null,
    role: caller.usertype === 'admin' ? 'installerAdministrator' : (role ?? 'clientStaff'),
  }))
}

/** Those of these plants in use and visible to a person. */
export const listVisibleInUse = async (
  tx: Tx,
  caller: User,
  plantIds: readonly string[],
  now: Date,
): Promise<Set<string>> => {
  const { id, archivedAt, removedAt } = plantTable
  const rows = await tx
    .select({ id })
    .from(plantTable)
    .where(and(inArray(id, [...plantIds]), isNull(removedAt), isNull(archivedAt), isVisibleTo(caller, now)))
  return new Set(rows.map((row) => row.id))
}
