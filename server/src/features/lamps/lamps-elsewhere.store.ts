import type { LampElsewhere } from '@vigilux/contract/features/configuration/configuration.actions.ts'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'

/** Serials of fewer digits are common to many lamps and tell nothing of whose a lamp is. */
const fewestDigits = 6

/**
 * Which of these lamps a unit has, by serial: with its topic and position where the unit is of this plant. Of another plant nothing
 * is said but that it has the lamp.
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
      ...{ serial: lampTable.serial, addr: lampTable.addr },
      ...{ unit: centralUnitTable.unit, plantId: centralUnitTable.plantId },
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
    const here = found.find((row) => row.plantId === plantId)
    return { serial, topic: here?.unit ?? null, addr: here?.addr ?? null }
  })
}
