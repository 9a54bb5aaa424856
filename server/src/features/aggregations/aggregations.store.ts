import type { Aggregation } from '@vigilux/contract/features/aggregations/aggregation.ts'
import { and, asc, count, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { usesOf } from './aggregation-uses.store.ts'
import { aggregationTable } from './aggregations.schema.ts'

const table = aggregationTable
type Fields = Pick<typeof aggregationTable.$inferInsert, 'centralUnitId' | 'name' | 'groups'>

const listedColumns = {
  id: table.id,
  name: table.name,
  cu: centralUnitTable.unit,
  groups: table.groups,
  uses: usesOf,
  version: table.version,
}

const selectListed = (tx: Tx) =>
  tx
    .select(listedColumns)
    .from(table)
    .innerJoin(centralUnitTable, and(eq(centralUnitTable.id, table.centralUnitId), isNull(centralUnitTable.removedAt)))

/** The aggregations of a plant by name, without those of removed units. */
export const listAggregations = (tx: Tx, plantId: string): Promise<Aggregation[]> =>
  selectListed(tx)
    .where(eq(table.plantId, plantId))
    .orderBy(asc(sql`lower(${table.name})`), asc(table.id))

export const findAggregation = async (tx: Tx, plantId: string, id: string): Promise<Aggregation | undefined> => {
  const [row] = await selectListed(tx).where(and(eq(table.plantId, plantId), eq(table.id, id)))
  return row
}

/** Deletes aggregations of removed units to free their names. */
export const deleteOfRemovedUnits = async (tx: Tx, plantId: string): Promise<void> => {
  await tx.execute(sql`
    delete from aggregation using central_unit as unit
    where aggregation.plant_id = ${plantId} and unit.id = aggregation.central_unit_id and unit.removed_at is not null`)
}

export const countAggregations = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx.select({ number: count() }).from(table).where(eq(table.plantId, plantId))
  return row?.number ?? 0
}

/** Saves a new aggregation; undefined if its name is taken, also by a concurrent one. */
export const insertAggregation = async (tx: Tx, plantId: string, fields: Fields): Promise<string | undefined> => {
  const [row] = await tx
    .insert(table)
    .values({ plantId, ...fields })
    .onConflictDoNothing()
    .returning({ id: table.id })
  return row?.id
}

/** Whether another aggregation of the plant has this name, ignoring case. */
export const isNameTaken = async (tx: Tx, plantId: string, name: string, exceptId: string): Promise<boolean> => {
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.plantId, plantId), sql`lower(${table.name}) = lower(${name})`, ne(table.id, exceptId)))
  return rows.length > 0
}

/** Saves if the version is unchanged; undefined after a concurrent save. */
export const updateAggregation = async (
  tx: Tx,
  { id, version }: { id: string; version: number },
  fields: Fields,
): Promise<number | undefined> => {
  const [row] = await tx
    .update(table)
    .set({ ...fields, version: sql`${table.version} + 1` })
    .where(and(eq(table.id, id), eq(table.version, version)))
    .returning({ version: table.version })
  return row?.version
}

export const deleteAggregation = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(table).where(eq(table.id, id))
}

export const moveAggregations = async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
  await tx.update(table).set({ centralUnitId: toUnitId }).where(eq(table.centralUnitId, fromUnitId))
}
