import type { LampElsewhere } from '@vigilux/contract/features/configuration/configuration.actions.ts'
import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'

/** Minimum digits of a serial: many lamps share shorter ones, so these identify no lamp. */
const fewestDigits = 6

/**
 * Which of these lamps a unit has, by serial, with topic and position if the unit is in this plant. For another plant
 * only the existence is returned.
 */
export const findLampsElsewhere = async (
  tx: Tx,
  plantId: string,
  serials: readonly string[],
): Promise<LampElsewhere[]> => {
  const distinct = serials.filter(({ length }) => length >= fewestDigits)
  if (distinct.length === 0) return []
  const rows = await tx
    .select({
      serial: lampTable.serial,
      addr: lampTable.addr,
      unit: centralUnitTable.unit,
      plantId: centralUnitTable.plantId,
    })
    .from(lampTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, lampTable.centralUnitId))
    .where(
      and(
        inArray(lampTable.serial, [...new Set(distinct)]),
        isNull(centralUnitTable.removedAt),
        eq(centralUnitTable.acquired, true),
      ),
    )
    .orderBy(asc(lampTable.serial), asc(centralUnitTable.unit))
  const bySerial = Map.groupBy(rows, ({ serial }) => serial)
  return [...bySerial].map(([serial, found]) => {
    const rowInPlant = found.find((row) => row.plantId === plantId)
    return { serial, topic: rowInPlant?.unit ?? null, addr: rowInPlant?.addr ?? null }
  })
}

/** Number of lamps per unit of these plants whose serial another unit also reports, in any plant; by the unit's row. */
export const countSharedSerials = async (tx: Tx, plantIds: readonly string[]): Promise<Map<string, number>> => {
  if (plantIds.length === 0) return new Map()
  const { id, plantId, acquired, removedAt } = centralUnitTable
  const isInUse = and(isNull(removedAt), eq(acquired, true))
  const rows = await tx
    .select({ unitId: id, lamps: count() })
    .from(centralUnitTable)
    .innerJoin(lampTable, eq(lampTable.centralUnitId, id))
    .where(
      and(
        inArray(plantId, [...plantIds]),
        isInUse,
        sql`length(${lampTable.serial}) >= ${fewestDigits}`,
        sql`exists (select 1 from ${lampTable} twin join ${centralUnitTable} of on of.id = twin.central_unit_id
          where twin.serial = ${lampTable.serial} and of.id <> ${id} and of.acquired and of.removed_at is null)`,
      ),
    )
    .groupBy(id)
  return new Map(rows.map(({ unitId, lamps }) => [unitId, lamps]))
}
