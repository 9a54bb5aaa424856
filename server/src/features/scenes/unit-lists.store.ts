import { and, asc, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable, unitLinkTable } from '../../tables/central-units.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { isConnectedInEnrolledLife } from '../central-units/index.ts'
import { type UnitList, unitListTable } from './unit-lists.schema.ts'

const table = unitListTable

/** Claims a plant whose lists must be recomputed; undefined when there is none. */
export const claimDuePlant = async (tx: Tx, excludedIds: readonly string[]): Promise<string | undefined> => {
  const { rows } = await tx.execute<{ plant_id: string }>(sql`
    with one as (select plant_id from unit_lists_due where plant_id <> all (${sql.param([...excludedIds])}::uuid[])
        order by id for update skip locked limit 1),
      its as (select id from unit_lists_due where plant_id = (select plant_id from one) for update skip locked)
    delete from unit_lists_due as due using its where due.id = its.id
    returning due.plant_id`)
  return rows[0]?.plant_id
}

const endingLists = (now: Date): SQL => sql`
  unit_scene_list list join central_unit unit on unit.id = list.central_unit_id
  where list.due_at <= ${now.toISOString()}::timestamptz and unit.removed_at is null and unit.plant_id is not null`

/** Marks plants with lists due for extension. */
export const markEndingLists = async (tx: Tx, now: Date): Promise<void> => {
  await tx.execute(sql`
    insert into unit_lists_due (plant_id)
    select distinct unit.plant_id from ${endingLists(now)}
      and not exists (select 1 from unit_lists_due due where due.plant_id = unit.plant_id)`)
}

export const markListsDue = async (tx: Tx, units: readonly string[]): Promise<void> => {
  if (units.length === 0) return
  const ids = sql.param([...units])
  await tx.execute(sql`
    insert into unit_lists_due (plant_id)
    select distinct plant_id from central_unit where id = any (${ids}::uuid[]) and removed_at is null`)
}

export type ListedUnit = { id: string; unit: string; cuType: string; list: typeof table.$inferSelect | null }

/** A plant's enrolled units of these types, each with its desired list. */
export const listListsOfPlant = async (tx: Tx, plantId: string, cuTypes: readonly string[]): Promise<ListedUnit[]> => {
  const { id, unit, cuType, acquired, removedAt } = centralUnitTable
  return tx
    .select({ id, unit, cuType, list: table })
    .from(centralUnitTable)
    .leftJoin(table, eq(table.centralUnitId, id))
    .where(
      and(eq(centralUnitTable.plantId, plantId), eq(acquired, true), isNull(removedAt), inArray(cuType, [...cuTypes])),
    )
    .orderBy(asc(unit))
}

/** Saves a unit's desired list. A changed list is sent at once. */
export const saveList = async (tx: Tx, centralUnitId: string, list: UnitList, dueAt: Date): Promise<void> => {
  await tx
    .insert(table)
    .values({ centralUnitId, target: list, dueAt })
    .onConflictDoUpdate({ target: table.centralUnitId, set: { target: list, dueAt, requestedAt: null } })
}

/** Postpones the next check of a list. */
export const postponeList = async (tx: Tx, centralUnitId: string, dueAt: Date): Promise<void> => {
  await tx.update(table).set({ dueAt }).where(eq(table.centralUnitId, centralUnitId))
}

const isOutdated = sql`${table.reportedVersion} is distinct from (${table.target} ->> 'version')::int
  and (${table.reportedVersion} is not null or jsonb_array_length(${table.target} -> 'scenes') > 0)`

const isToBeSent = (lastRequestedBefore: Date) =>
  and(
    eq(centralUnitTable.acquired, true),
    isNull(centralUnitTable.removedAt),
    isConnectedInEnrolledLife,
    isNull(plantTable.archivedAt),
    isOutdated,
    or(isNull(table.requestedAt), lte(table.requestedAt, lastRequestedBefore)),
  )

const selectOutdated = (tx: Tx, where: SQL | undefined) => {
  const { id, plantId, unit, cuType } = centralUnitTable
  return tx
    .select({ id, plantId, unit, cuType, target: table.target })
    .from(table)
    .innerJoin(centralUnitTable, eq(id, table.centralUnitId))
    .innerJoin(plantTable, eq(plantTable.id, plantId))
    .innerJoin(unitLinkTable, eq(unitLinkTable.unit, unit))
    .where(where)
    .orderBy(id)
}

export const isAnyListDue = (now: Date, lastRequestedBefore: Date): SQL => sql`(
  exists (select from unit_lists_due)
  or exists (select from ${endingLists(now)})
  or exists (select from ${table} join ${centralUnitTable} on ${centralUnitTable.id} = ${table.centralUnitId}
    join ${plantTable} on ${plantTable.id} = ${centralUnitTable.plantId}
    join ${unitLinkTable} on ${unitLinkTable.unit} = ${centralUnitTable.unit}
    where ${isToBeSent(lastRequestedBefore)}))`

/** Online units with an outdated list, last requested before `lastRequestedBefore`. */
export const listOutdatedUnits = async (tx: Tx, lastRequestedBefore: Date, limit: number): Promise<string[]> =>
  (await selectOutdated(tx, isToBeSent(lastRequestedBefore)).limit(limit)).map(({ id }) => id)

/** Locks one of them, so a single node asks; undefined when another node was quicker. */
export const lockOutdatedUnit = async (tx: Tx, id: string, lastRequestedBefore: Date) => {
  const where = and(eq(table.centralUnitId, id), isToBeSent(lastRequestedBefore))
  const [unit] = await selectOutdated(tx, where).for('update', { of: unitListTable, skipLocked: true })
  return unit
}

export const markRequested = async (tx: Tx, centralUnitId: string, requestedAt: Date): Promise<void> => {
  await tx.update(table).set({ requestedAt }).where(eq(table.centralUnitId, centralUnitId))
}

/** Saves lists reported by units; returns plants with changes, and units with a newer list than sent. */
export const saveReportedLists = async (
  tx: Tx,
  reported: readonly { centralUnitId: string; version: number | null }[],
  now: Date,
): Promise<{ changed: string[]; ahead: string[] }> => {
  const ids = sql.param(reported.map((one) => one.centralUnitId))
  const versions = sql.param(reported.map((one) => one.version))
  const at = now.toISOString()
  const { rows } = await tx.execute<{ id: string; plant_id: string; reported: number | null; target: number }>(sql`
    update unit_scene_list list
    set reported_version = reported.version,
      accepted = case when reported.version is null then null
        when reported.version = (list.target ->> 'version')::int then list.target else list.accepted end,
      expected_until = case when reported.version is null then null
        when reported.version = (list.target ->> 'version')::int then ${at}::timestamptz else list.expected_until end,
      expect_at = case when reported.version is null then null
        when reported.version = (list.target ->> 'version')::int then ${at}::timestamptz else list.expect_at end
    from unnest(${ids}::uuid[], ${versions}::int[]) as reported (id, version), central_unit unit
    where list.central_unit_id = reported.id and unit.id = reported.id and list.reported_version is distinct from reported.version
    returning list.central_unit_id as id, unit.plant_id, reported.version as reported, (list.target ->> 'version')::int as target`)
  return {
    changed: [...new Set(rows.map((row) => row.plant_id))],
    ahead: rows.filter((row) => (row.reported ?? 0) > row.target).map(({ id }) => id),
  }
}
