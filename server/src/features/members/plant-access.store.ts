import { type PlantRole, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Caller, User } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { isActiveAccount, profileTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { adminAreaTable, plantMemberTable } from './members.schema.ts'
import { isInForceAt } from './memberships.store.ts'

/** The plants an administrator acts on: all of them, or the areas of a `ba` scope. */
const isInScope = (userId: string, scope: 'nto' | 'ba' | null): SQL | undefined =>
  scope === 'nto'
    ? undefined
    : sql`exists (select 1 from ${adminAreaTable} area where area.user_id = ${userId}
        and area.country = ${plantTable.country} and (area.prov = '' or area.prov = ${plantTable.prov}))`

/** SQL condition: the plant is one of those to which the caller's access token is restricted. */
export const isCoveredByToken = ({ token }: Pick<User, 'token'>): SQL | undefined =>
  token?.plantIds ? inArray(plantTable.id, [...token.plantIds]) : undefined

/** SQL condition: the plant exists for this person, and for the program acting for the person. */
export const isVisibleTo = (caller: Caller, now: Date): SQL => {
  if (caller.kind !== 'user' || caller.suspended) return sql`false`
  return and(isVisibleToPerson(caller, now), isCoveredByToken(caller)) ?? sql`false`
}

const isVisibleToPerson = (caller: User, now: Date): SQL => {
  const member = sql`exists (select 1 from ${plantMemberTable}
    where ${plantMemberTable.plantId} = ${plantTable.id} and ${plantMemberTable.userId} = ${caller.userId} and ${isInForceAt(now)})`
  if (caller.usertype !== 'admin') return member
  return or(member, isInScope(caller.userId, caller.scope) ?? sql`true`) ?? member
}

/** SQL condition: this person administers the plant, as installer administrator or as the office. */
export const isAdministeredBy = (caller: Caller, now: Date): SQL => {
  if (caller.kind !== 'user' || caller.suspended) return sql`false`
  if (caller.usertype === 'admin') return isVisibleTo(caller, now)
  const isAdministrator = sql`exists (select 1 from ${plantMemberTable}
    where ${plantMemberTable.plantId} = ${plantTable.id} and ${plantMemberTable.userId} = ${caller.userId}
      and ${plantMemberTable.role} = 'installerAdministrator' and ${isInForceAt(now)})`
  return and(isAdministrator, isCoveredByToken(caller)) ?? isAdministrator
}

/** A person's role in a plant, its end, and whether the plant is archived. */
export type PlantAccess = { role: PlantRole; isArchived: boolean; endsAt: Date | null }

/** Whether a query covers existing or deleted plants. */
export type PlantPresence = 'there' | 'deleted'

/** A person's access to a plant at a moment; offices act as installer administrator. Null: no such plant. */
export const findPlantAccess = async (
  tx: Tx,
  caller: Caller,
  plantId: string,
  now: Date,
  presence: PlantPresence = 'there',
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
        presence === 'deleted' ? isNotNull(removedAt) : isNull(removedAt),
        isVisibleTo(caller, now),
      ),
    )
  if (!row) return null
  const isArchived = row.archivedAt !== null
  if (caller.usertype === 'admin') return { role: 'installerAdministrator', isArchived, endsAt: null }
  return row.role && { role: row.role, isArchived, endsAt: row.endsAt }
}

/** A person's role in an existing plant, as {@link findPlantAccess} finds it. */
export const findRole = async (tx: Tx, caller: Caller, plantId: string, now: Date): Promise<PlantRole | null> =>
  (await findPlantAccess(tx, caller, plantId, now))?.role ?? null

/** The role with access to a plant's logbook; for a deleted plant only its installer administrators and the office. */
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

/** The plants visible to this person; `onlyPlantIds` limits the search to these plants. */
export const listVisiblePlantIds = async (
  tx: Tx,
  caller: Caller,
  now: Date,
  onlyPlantIds?: string[],
): Promise<string[]> => {
  if (onlyPlantIds?.length === 0) return []
  const rows = await tx
    .select({ id: plantTable.id })
    .from(plantTable)
    .where(
      and(
        isNull(plantTable.removedAt),
        isVisibleTo(caller, now),
        onlyPlantIds ? inArray(plantTable.id, onlyPlantIds) : undefined,
      ),
    )
  return rows.map((row) => row.id)
}

/** SQL condition: the plant is in an administrator's area. Requires a join of `profile` and `plant`. */
export const isInOfficeArea = sql`(${profileTable.scope} = 'nto' or exists (select 1 from ${adminAreaTable} area
  where area.user_id = ${profileTable.userId} and area.country = ${plantTable.country}
    and (area.prov = '' or area.prov = ${plantTable.prov})))`

/** Administrators who see these plants without being members: the national office and those of the area. */
export const listOfficeIds = async (tx: Tx, plantIds: string[]): Promise<Map<string, string[]>> => {
  if (plantIds.length === 0) return new Map()
  const { userId, usertype } = profileTable
  const rows = await tx
    .select({ plantId: plantTable.id, userId })
    .from(plantTable)
    .innerJoin(profileTable, and(eq(usertype, 'admin'), isActiveAccount, isInOfficeArea))
    .where(inArray(plantTable.id, plantIds))
  return new Map(
    [...Map.groupBy(rows, (row) => row.plantId)].map(([id, members]) => [id, members.map((row) => row.userId)]),
  )
}

/** Serializes work in a plant until the transaction ends. */
export const lockPlant = async (tx: Tx, plantId: string): Promise<void> => {
  await tx.select({ id: plantTable.id }).from(plantTable).where(eq(plantTable.id, plantId)).for('no key update')
}

/**
 * Locks a plant's state (active, archived, deleted) until the transaction ends. Take this lock before any row lock. It
 * is an advisory lock, so messages of units, with their reference to the plant's row, never wait.
 */
export const lockPlantState = async (tx: Tx, plantId: string, isExclusive = false): Promise<void> => {
  const key = sql`hashtextextended(${`state of plant ${plantId}`}, 0)`
  await tx.execute(
    isExclusive ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`,
  )
}
