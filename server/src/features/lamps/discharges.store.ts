import { shortDischarge } from '@vigilux/contract/features/lamps/lamp.ts'
import type { CentralUnitType } from '@vigilux/device-plane/central-unit-type.ts'
import { and, asc, desc, eq, gte, inArray, isNotNull, lte, ne } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { testResultTable, testRunTable } from '../emergency-tests/emergency-tests.schema.ts'
import { unitRecordTable } from '../logbook/logbook.schema.ts'
import { saveFound } from './found-faults.store.ts'
import { findLamps, type Place } from './lamps.store.ts'

/** The life of a unit, within which its messages are numbered. */
export type UnitLife = { centralUnitId: string; plantId: string; life: string }

/** Number of the last record with a measured autonomy for each of these lamps, by serial. */
export const listLastMeasured = async (tx: Tx, { centralUnitId, life }: UnitLife, serials: readonly string[]) => {
  const { serial, boot, seq, measuredS, result } = testResultTable
  const rows = await tx
    .selectDistinctOn([serial], { serial, boot, seq })
    .from(testResultTable)
    .innerJoin(testRunTable, eq(testRunTable.id, testResultTable.testId))
    .where(
      and(
        inArray(serial, [...serials]),
        eq(testRunTable.centralUnitId, centralUnitId),
        eq(testRunTable.life, life),
        and(isNotNull(boot), isNotNull(measuredS), ne(result, 'notExecuted')),
      ),
    )
    .orderBy(asc(serial), desc(boot), desc(seq))
  return new Map(rows.map((row) => [row.serial, { boot: row.boot ?? 0, seq: row.seq ?? 0 }]))
}

/**
 * When mains failed within the given seconds before, by the unit's clock; null if they did not fail, are back, or the
 * clock is unreliable.
 */
export const findMainsFailure = async (
  tx: Tx,
  type: CentralUnitType,
  { centralUnitId, plantId, life }: UnitLife,
  { before, withinS }: { before: Date; withinS: number },
): Promise<Date | null> => {
  const table = unitRecordTable
  const rows = await tx
    .select({ kind: table.kind, body: table.body, at: table.at })
    .from(table)
    .where(
      and(
        and(
          eq(table.plantId, plantId),
          gte(table.at, new Date(before.getTime() - withinS * 1000)),
          lte(table.at, before),
        ),
        and(eq(table.centralUnitId, centralUnitId), eq(table.life, life), eq(table.clockWrong, false)),
      ),
    )
    .orderBy(desc(table.boot), desc(table.seq))
  for (const { kind, body, at } of rows) {
    const record = type.decodeRecord(kind, body)
    if (record.kind === 'mainsFailed') return at
    if (record.kind === 'mainsRestored') return null
  }
  return null
}

/** Result of a discharge for the lamp with the serial at the address. */
export type JudgedLamp = Place & { serial: string; isShort: boolean }

/** Marks lamps whose battery lasted too short, and unmarks the others; returns the changed ones. */
export const saveDischarges = async (tx: Tx, judgedLamps: readonly JudgedLamp[], at: Date): Promise<Place[]> => {
  const found = (await findLamps(tx, judgedLamps)).flatMap(({ row }) => {
    const { centralUnitId, addr } = row
    const last = judgedLamps.findLast((one) => one.centralUnitId === centralUnitId && one.addr === addr)
    if (!last || last.serial !== row.serial) return []
    const otherFaults = row.found.filter((code) => code !== shortDischarge)
    return [{ centralUnitId, addr, found: last.isShort ? [...otherFaults, shortDischarge] : otherFaults }]
  })
  return saveFound(tx, found, at)
}
