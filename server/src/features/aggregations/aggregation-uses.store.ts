import type { AggregationUse } from '@vigilux/contract/features/aggregations/aggregation.ts'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { aggregationTable, aggregationUseTable } from './aggregations.schema.ts'

const uses = aggregationUseTable
const isPresent = and(eq(centralUnitTable.id, aggregationTable.centralUnitId), isNull(centralUnitTable.removedAt))

/** Column with the uses of an aggregation, by name. */
export const usesOf = sql<AggregationUse[]>`coalesce((
  select json_agg(json_build_object('kind', kind, 'id', used_by, 'name', name) order by lower(name), used_by)
  from aggregation_use where aggregation_id = ${aggregationTable.id}), '[]')`

/** Aggregations of this list in the plant, and of a unit still in it. */
export const listKnownAggregations = async (tx: Tx, plantId: string, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .select({ id: aggregationTable.id })
    .from(aggregationTable)
    .innerJoin(centralUnitTable, isPresent)
    .where(and(eq(aggregationTable.plantId, plantId), inArray(aggregationTable.id, [...ids])))
  return rows.map(({ id }) => id)
}

/** Unit and groups of these aggregations, by name; only of the plant and its present units. */
export const listAggregationGroups = async (tx: Tx, plantId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : tx
        .select({ id: aggregationTable.id, cu: centralUnitTable.unit, groups: aggregationTable.groups })
        .from(aggregationTable)
        .innerJoin(centralUnitTable, isPresent)
        .where(and(eq(aggregationTable.plantId, plantId), inArray(aggregationTable.id, [...ids])))
        .orderBy(asc(sql`lower(${aggregationTable.name})`), asc(aggregationTable.id))

/** Records the aggregations used by something, under its current name; replaces earlier ones. */
export const saveUses = async (tx: Tx, { kind, id, name }: AggregationUse, ids: readonly string[]): Promise<void> => {
  await tx.delete(uses).where(and(eq(uses.kind, kind), eq(uses.usedBy, id)))
  if (ids.length > 0)
    await tx.insert(uses).values(ids.map((aggregationId) => ({ aggregationId, kind, usedBy: id, name })))
}

/** The aggregations in use by one kind in a plant, by name, with their unit and groups. */
export const listUsedAggregations = (tx: Tx, plantId: string, kind: AggregationUse['kind']) =>
  tx
    .select({
      usedBy: uses.usedBy,
      id: aggregationTable.id,
      cu: centralUnitTable.unit,
      groups: aggregationTable.groups,
    })
    .from(uses)
    .innerJoin(aggregationTable, eq(aggregationTable.id, uses.aggregationId))
    .innerJoin(centralUnitTable, isPresent)
    .where(and(eq(aggregationTable.plantId, plantId), eq(uses.kind, kind)))
    .orderBy(asc(sql`lower(${aggregationTable.name})`), asc(aggregationTable.id))
