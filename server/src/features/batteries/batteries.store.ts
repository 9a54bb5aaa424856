import type { Measurement } from '@vigilux/contract/features/batteries/fade.rules.ts'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { isOneOf } from '../../kernel/one-of.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import {
  isNoteOfLamp,
  isProductOfLamp,
  lampColumns,
  lampNoteTable,
  lampProductTable,
  lampTable,
} from '../../tables/lamps.schema.ts'
import { testResultTable, testRunTable } from '../emergency-tests/emergency-tests.schema.ts'

/** The emergency lamps of these units, with the data to identify their battery and its faults. */
export const listBatteryLamps = (tx: Tx, unitIds: readonly string[]) =>
  tx
    .select({
      unit: centralUnitTable.unit,
      addr: lampTable.addr,
      serial: lampTable.serial,
      errors: lampTable.errors,
      ratedMin: lampTable.ratedMin,
      productCode: lampColumns.productCode,
      description: lampNoteTable.description,
      location: lampNoteTable.location,
    })
    .from(lampTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, lampTable.centralUnitId))
    .leftJoin(lampNoteTable, isNoteOfLamp)
    .leftJoin(lampProductTable, isProductOfLamp)
    .where(and(inArray(lampTable.centralUnitId, [...unitIds]), eq(lampTable.type, 'emergency')))
    .orderBy(asc(centralUnitTable.unit), asc(lampTable.addr))
export type BatteryLampRow = Awaited<ReturnType<typeof listBatteryLamps>>[number]

/** Emergency lamps of these plants with open faults, by product and faults. */
export const listFaultyLamps = async (tx: Tx, plantIds: readonly string[]) => {
  if (plantIds.length === 0) return []
  const { plantId, acquired, removedAt } = centralUnitTable
  const { errors } = lampTable
  const { productCode } = lampColumns
  return tx
    .select({ plantId, productCode, errors, lamps: sql<number>`count(*)::int` })
    .from(centralUnitTable)
    .innerJoin(lampTable, eq(lampTable.centralUnitId, centralUnitTable.id))
    .leftJoin(lampProductTable, isProductOfLamp)
    .where(
      and(
        isOneOf(plantId, 'uuid', plantIds),
        isNull(removedAt),
        eq(acquired, true),
        eq(lampTable.type, 'emergency'),
        sql`${errors} <> '{}'`,
      ),
    )
    .groupBy(plantId, productCode, errors)
}

/**
 * Measured autonomy of a plant's lamps by serial, to follow a lamp to another unit. Only a complete discharge measures
 * the duration, at a known time: a passed test not stopped at the rated duration, or one failed for its short duration.
 */
export const listMeasurements = async (tx: Tx, plantId: string): Promise<Map<string, Measurement[]>> => {
  const { serial, at, measuredS, ratedMin, result, reason, clockWrong } = testResultTable
  const rows = await tx
    .select({ serial, at, measuredS, ratedMin })
    .from(testRunTable)
    .innerJoin(testResultTable, eq(testResultTable.testId, testRunTable.id))
    .where(
      and(
        eq(testRunTable.plantId, plantId),
        eq(testRunTable.kind, 'autonomy'),
        sql`${measuredS} is not null and ${ratedMin} > 0 and ${serial} <> '' and not ${clockWrong}`,
        sql`(${result} = 'passed' and ${measuredS} <> ${ratedMin} * 60 or (${result} = 'failed' and ${reason} = 'battery_duration'))`,
      ),
    )
    .orderBy(asc(at))
  const measured = new Map<string, Measurement[]>()
  for (const row of rows) {
    const share = (row.measuredS ?? 0) / 60 / (row.ratedMin ?? 1)
    const measurements = measured.get(row.serial)
    if (measurements) measurements.push({ at: row.at.getTime(), share })
    else measured.set(row.serial, [{ at: row.at.getTime(), share }])
  }
  return measured
}
