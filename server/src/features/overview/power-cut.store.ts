import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable, unitLinkTable } from '../../tables/central-units.schema.ts'
import { isNoteOfLamp, lampNoteTable, lampTable } from '../../tables/lamps.schema.ts'
import { isConnectedInEnrolledLife } from '../central-units/index.ts'

/** Lamps of a plant on battery, as far as their units report. */
export const listLampsOnBattery = (tx: Tx, plantId: string) => {
  const { unit } = centralUnitTable
  return tx
    .select({
      cu: unit,
      id: lampTable.addr,
      serial: lampTable.serial,
      description: lampNoteTable.description,
      location: lampNoteTable.location,
      since: lampTable.conditionSince,
      ratedMin: lampTable.ratedMin,
    })
    .from(lampTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, lampTable.centralUnitId))
    .innerJoin(unitLinkTable, eq(unitLinkTable.unit, unit))
    .leftJoin(lampNoteTable, isNoteOfLamp)
    .where(
      and(
        eq(centralUnitTable.plantId, plantId),
        eq(centralUnitTable.acquired, true),
        isNull(centralUnitTable.removedAt),
        isConnectedInEnrolledLife,
        eq(lampTable.condition, 'emergency'),
      ),
    )
}
