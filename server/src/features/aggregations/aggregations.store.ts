import type { Aggregation } from '@vigilux/contract/features/aggregations/aggregation.ts'
import { and, asc, count, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { usesOf } from './aggregation-uses.store.ts'
import { aggregationTable } from './aggregations.schema.ts'

const of = aggregationTable
type Fields = Pick<typeof aggregationTable.$inferInsert, 'centralUnitId' | 'name' | 'groups'>

const listedColumns = {
  id: of.id,
  name: of.name,
  cu: centralUnitTable.unit,
  groups: of.groups,
  uses: usesOf,
  version: of.version,
}

const select = (tx: Tx) =>
  tx
    .select(listedColumns)
    .from(of)
    .innerJoin(centralUnitTable, and(eq(centralUnitTable.id, of.centralUnitId), isNull(centralUnitTable.removedAt)))

/** The aggregations of a plant by name, without those of removed units. */
export const listAggregations = (tx: Tx, plantId: string): Promise<Aggregation[]> =>
  select(tx)
    .where(eq(of.plantId, plantId))
    .orderBy(asc(sql`lower(${of.name})`), asc(of.id))

export const findAggregation = async (tx: Tx, plantId: string, id: string): Promise<Aggregation | undefined> => {
  const [row] = await select(tx).where(and(eq(of.plantId, plantId), eq(of.id, id)))
  return row
}

/** Deletes aggregations of removed units, so that their names become free. */
export const deleteOfRemovedUnits = async (tx: Tx, plantId: string): Promise<void> => {
  await tx.execute(sql`
    delete from aggregation using central_unit as unit
    where aggregation.plant_id = ${plantId} and unit.id = aggregation.central_unit_id and unit.removed_at is not null`)
}

export const countAggregations = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx.select({ number: count() }).from(of).where(eq(of.plantId, plantId))
  return row?.number ?? 0
}

/** Saves a new aggregation; undefined if its name is taken, also by a concurrent one. */
export const insertAggregation = async (tx: Tx, plantId: string, fields: Fields): Promise<string | undefined> => {
  const [row] = await tx
    .insert(of)
    .values({ plantId, ...fields })
    .onConflictDoNothing()
    .returning({ id: of.id })
  return row?.id
}

/** Whether another aggregation of the plant has this name, ignoring case. */
export const isNameTaken = async (tx: Tx, plantId: string, name: string, exceptId: string): Promise<boolean> => {
  const rows = await tx
    .select({ id: of.id })
    .from(of)
    .where(and(eq(of.plantId, plantId), sql`lower(${of.name}) = lower(${name})`, ne(of.id, exceptId)))
  return rows.length > 0
}

/** Saves if the version is unchanged; undefined after a concurrent save. */
export const updateAggregation = async (
  tx: Tx,
  { id, version }: { id: string; version: number },
  fields: Fields,
): Promise<number | undefined> => {
  const [row] = await tx
    .update(of)
    .set({ ...fields, version: sql`${of.version} + 1` })
    .where(and(eq(of.id, id), eq(of.version, version)))
    .returning({ version: of.version })
  return row?.version
}

export const deleteAggregation = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(of).where(eq(of.id, id))
}

/** Moves the aggregations of one unit to its replacement. */
export const moveAggregations = async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
  await tx.update(of).set({ centralUnitId: toUnitId }).where(eq(of.centralUnitId, fromUnitId))
}
