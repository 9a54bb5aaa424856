import { type PlantRole, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { isActiveAccount, profileTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { adminAreaTable, plantMemberTable } from './members.schema.ts'
import { isInForceAt } from './memberships.store.ts'

/** What part of all plants an administrator acts on: everything, or the areas of a `ba` scope. */
const inScope = (userId: string, scope: 'nto' | 'ba' | null): SQL | undefined =>
  scope === 'nto'
    ? undefined
    : sql`exists (select 1 from ${adminAreaTable} area where area.user_id = ${userId}
        and area.country = ${plantTable.country} and (area.prov = '' or area.prov = ${plantTable.prov}))`

/** The condition under which a plant exists for this person. */
export const isVisibleTo = (caller: Caller, now: Date): SQL => {
  if (caller.kind !== 'user' || caller.suspended) return sql`false`
  const member = sql`exists (select 1 from ${plantMemberTable}
    where ${plantMemberTable.plantId} = ${plantTable.id} and ${plantMemberTable.userId} = ${caller.userId} and ${isInForceAt(now)})`
  if (caller.usertype !== 'admin') return member
  return or(member, inScope(caller.userId, caller.scope) ?? sql`true`) ?? member
}

/** The condition under which this person administers a plant: as its installer administrator, or by the office. */
export const isAdministeredBy = (caller: Caller, now: Date): SQL => {
  if (caller.kind !== 'user' || caller.suspended) return sql`false`
  if (caller.usertype === 'admin') return isVisibleTo(caller, now)
  return sql`exists (select 1 from ${plantMemberTable}
    where ${plantMemberTable.plantId} = ${plantTable.id} and ${plantMemberTable.userId} = ${caller.userId}
      and ${plantMemberTable.role} = 'installerAdministrator' and ${isInForceAt(now)})`
}

/** What a person is in a plant, until when, and whether that plant is archived. */
export type PlantAccess = { role: PlantRole; isArchived: boolean; endsAt: Date | null }

/** Which plants are asked about: those that are there, or those that were deleted. */
export type PlantPresence = 'there' | 'deleted'

/** What a person is in a plant at a moment; an administrator in scope counts as installer administrator. Null: no such plant. */
export const findPlantAccess = async (
  tx: Tx,
  caller: Caller,
  plantId: string,
  now: Date,
  asked: PlantPresence = 'there',
): Promise<PlantAccess | null> => {
  if (caller.kind !== 'user') return null
  const { removedAt, archivedAt } = plantTable
  const [row] = await tx
    .select({ role: plantMemberTable.role, archivedAt, endsAt: plantMemberTable.endsAt })
    .from(plantTable)
    .leftJoin(
      plantMemberTable,
      and(eq(plantMemberTable.plantId, plantTable.id), eq(plantMemberTable.userId, caller.userId)),
    )
    .where(
      and(
        eq(plantTable.id, plantId),
        asked === 'deleted' ? isNotNull(removedAt) : isNull(removedAt),
        isVisibleTo(caller, now),
      ),
    )
  if (!row) return null
  const isArchived = row.archivedAt !== null
  if (caller.usertype === 'admin') return { role: 'installerAdministrator', isArchived, endsAt: null }
  return row.role && { role: row.role, isArchived, endsAt: row.endsAt }
}

/** The role of a person in a plant that is there, as {@link findPlantAccess} finds it. */
export const findRole = async (tx: Tx, caller: Caller, plantId: string, now: Date): Promise<PlantRole | null> =>
  (await findPlantAccess(tx, caller, plantId, now))?.role ?? null

/** The role of who may fetch the logbook of a plant: of a deleted one its installer administrators, and the office. */
export const findLogbookRole = async (
  tx: Tx,
  caller: Caller,
  plantId: string,
  now: Date,
): Promise<PlantRole | null> => {
  const role = await findRole(tx, caller, plantId, now)
  if (role) return role
  const deleted = await findPlantAccess(tx, caller, plantId, now, 'deleted')
  return deleted && roleMay(deleted.role, 'plant.administer') ? deleted.role : null
}

/** The plants that exist for this person; of `among` alone, where those are all that is asked about. */
export const listVisiblePlantIds = async (tx: Tx, caller: Caller, now: Date, among?: string[]): Promise<string[]> => {
  if (among?.length === 0) return []
  const rows = await tx
    .select({ id: plantTable.id })
    .from(plantTable)
    .where(
      and(isNull(plantTable.removedAt), isVisibleTo(caller, now), among ? inArray(plantTable.id, among) : undefined),
    )
  return rows.map((row) => row.id)
}

/** Whether a plant is among those of an administrator. For SQL that joins `profile` and `plant`. */
export const isInOfficeArea = sql`(${profileTable.scope} = 'nto' or exists (select 1 from ${adminAreaTable} area
  where area.user_id = ${profileTable.userId} and area.country = ${plantTable.country}
    and (area.prov = '' or area.prov = ${plantTable.prov})))`

/** Administrators for whom each of these plants exists without being members: all of the national office, and those of its area. */
export const listOfficeIds = async (tx: Tx, plantIds: string[]): Promise<Map<string, string[]>> => {
  if (plantIds.length === 0) return new Map()
  const { userId, usertype } = profileTable
  const rows = await tx
    .select({ plantId: plantTable.id, userId })
    .from(plantTable)
    .innerJoin(profileTable, and(eq(usertype, 'admin'), isActiveAccount, isInOfficeArea))
    .where(inArray(plantTable.id, plantIds))
  return new Map([...Map.groupBy(rows, (row) => row.plantId)].map(([id, its]) => [id, its.map((row) => row.userId)]))
}

/** Keeps everybody else off what is done one at a time in this plant, until the transaction ends. */
export const lockPlant = async (tx: Tx, plantId: string): Promise<void> => {
  await tx.select({ id: plantTable.id }).from(plantTable).where(eq(plantTable.id, plantId)).for('no key update')
}

/**
 * Holds a plant in the state in which it is, until the transaction ends: neither archived nor deleted nor restored. Many
 * hold it at once; who is to change that state holds it `wholly`, alone. Taken before any row is locked, and by an
 * advisory lock, so that messages of units, which refer to the plant's row, wait for nobody.
 */
export const lockPlantState = async (tx: Tx, plantId: string, wholly = false): Promise<void> => {
  const key = sql`hashtextextended(${`state of plant ${plantId}`}, 0)`
  await tx.execute(
    wholly ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`,
  )
}
