import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { profileTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { adminAreaTable, plantMemberTable } from './members.schema.ts'

/** What part of all plants an administrator acts on: everything, or the areas of a `ba` scope. */
const inScope = (userId: string, scope: 'nto' | 'ba' | null): SQL | undefined =>
  scope === 'nto'
    ? undefined
    : sql`exists (select 1 from ${adminAreaTable} area where area.user_id = ${userId}
        and area.country = ${plantTable.country} and (area.prov = '' or area.prov = ${plantTable.prov}))`

/** The condition under which a plant exists for this person. */
export const visibleTo = (caller: Caller): SQL => {
  if (caller.kind !== 'user' || caller.suspended) return sql`false`
  const member = sql`exists (select 1 from ${plantMemberTable} member
    where member.plant_id = ${plantTable.id} and member.user_id = ${caller.userId})`
  if (caller.usertype !== 'admin') return member
  return or(member, inScope(caller.userId, caller.scope) ?? sql`true`) ?? member
}

/** The role of a person in a plant; an administrator in scope counts as installer administrator. Null: no such plant. */
export const findRole = async (tx: Tx, caller: Caller, plantId: string): Promise<PlantRole | null> => {
  if (caller.kind !== 'user') return null
  const [row] = await tx
    .select({ role: plantMemberTable.role })
    .from(plantTable)
    .leftJoin(
      plantMemberTable,
      and(eq(plantMemberTable.plantId, plantTable.id), eq(plantMemberTable.userId, caller.userId)),
    )
    .where(and(eq(plantTable.id, plantId), isNull(plantTable.removedAt), visibleTo(caller)))
  if (!row) return null
  return caller.usertype === 'admin' ? 'installerAdministrator' : row.role
}

/** The plants that exist for this person; of `among` alone, where those are all that is asked about. */
export const listVisiblePlantIds = async (tx: Tx, caller: Caller, among?: string[]): Promise<string[]> => {
  if (among?.length === 0) return []
  const rows = await tx
    .select({ id: plantTable.id })
    .from(plantTable)
    .where(and(isNull(plantTable.removedAt), visibleTo(caller), among ? inArray(plantTable.id, among) : undefined))
  return rows.map((row) => row.id)
}

/** Administrators for whom each of these plants exists without being members: all of the national office, and those of its area. */
export const officeIds = async (tx: Tx, plantIds: string[]): Promise<Map<string, string[]>> => {
  if (plantIds.length === 0) return new Map()
  const { userId, usertype, scope, validation } = profileTable
  const covers = sql`(${scope} = 'nto' or exists (select 1 from ${adminAreaTable} area where area.user_id = ${userId}
    and area.country = ${plantTable.country} and (area.prov = '' or area.prov = ${plantTable.prov})))`
  const rows = await tx
    .select({ plantId: plantTable.id, userId })
    .from(plantTable)
    .innerJoin(profileTable, and(eq(usertype, 'admin'), eq(validation, 'verified'), covers))
    .where(inArray(plantTable.id, plantIds))
  return new Map([...Map.groupBy(rows, (row) => row.plantId)].map(([id, its]) => [id, its.map((row) => row.userId)]))
}

/** Keeps everybody else off what is done one at a time in this plant, until the transaction ends. */
export const lockPlant = async (tx: Tx, plantId: string): Promise<void> => {
  await tx.select({ id: plantTable.id }).from(plantTable).where(eq(plantTable.id, plantId)).for('no key update')
}
