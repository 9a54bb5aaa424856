import { and, eq, inArray, or } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import { monitoringZoneLampTable, monitoringZoneTable } from '../monitoring-zones/monitoring-zones.schema.ts'
import { energyAsideTable, energySumsTable, energyUnitTable, type SumLevel } from './energy.schema.ts'
import { energyThread } from './energy-thread.ts'
import { unpackMetered } from './metered-unit.ts'
import type { AskedUnit, KeptSums } from './read-energy.ts'
import { noTotals } from './sum-readings.ts'

/** Lamps that are asked about, by unit; null for all of a unit. */
export type AskedLamps = ReadonlyMap<string, ReadonlySet<string> | null>

/** Every unit of the plant that was ever measured: what one used that is gone was used. */
export const unitsOfPlant = async (tx: Tx, plantId: string): Promise<AskedLamps> => {
  const rows = await tx
    .select({ id: energyUnitTable.centralUnitId })
    .from(energyUnitTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, energyUnitTable.centralUnitId))
    .where(eq(centralUnitTable.plantId, plantId))
  return new Map(rows.map(({ id }) => [id, null]))
}

/** The serial of the lamp at a place; undefined where there is none. */
export const serialAt = async (tx: Tx, centralUnitId: string, addr: number): Promise<string | undefined> => {
  const [row] = await tx
    .select({ serial: lampTable.serial })
    .from(lampTable)
    .where(and(eq(lampTable.centralUnitId, centralUnitId), eq(lampTable.addr, addr)))
  return row?.serial
}

/** The lamps of a monitoring zone; undefined where the plant has no such zone. */
export const lampsOfZone = async (tx: Tx, plantId: string, zoneId: string): Promise<AskedLamps | undefined> => {
  const table = monitoringZoneLampTable
  const rows = await tx
    .select({ zone: monitoringZoneTable.id, unit: table.centralUnitId, serial: table.serial })
    .from(monitoringZoneTable)
    .leftJoin(table, eq(table.zoneId, monitoringZoneTable.id))
    .where(and(eq(monitoringZoneTable.plantId, plantId), eq(monitoringZoneTable.id, zoneId)))
  if (rows.length === 0) return undefined
  const asked = new Map<string, Set<string>>()
  for (const { unit, serial } of rows)
    if (unit !== null && serial !== null) asked.set(unit, (asked.get(unit) ?? new Set()).add(serial))
  return asked
}

/** What is known of the metering of these units, with those of their lamps that are asked about. */
export const meteredUnits = async (tx: Tx, asked: AskedLamps): Promise<AskedUnit[]> => {
  if (asked.size === 0) return []
  const rows = await tx
    .select({ unit: energyUnitTable, acquired: centralUnitTable.acquired, removedAt: centralUnitTable.removedAt })
    .from(energyUnitTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, energyUnitTable.centralUnitId))
    .where(inArray(energyUnitTable.centralUnitId, [...asked.keys()]))
  return rows.map(({ unit, acquired, removedAt }) => {
    const serials = asked.get(unit.centralUnitId)
    const lamps = [...unpackMetered(unit.lamps)].filter(([serial]) => serials?.has(serial) ?? true)
    return {
      ...{ id: unit.centralUnitId, isEnrolled: acquired && removedAt === null },
      metered: { timezone: unit.timezone, latest: unit.latest, lamps: new Map(lamps) },
    }
  })
}

/** Sums that are kept of these periods; of whole units without looking at a single lamp. */
export const keptSums = async (
  tx: Tx,
  asked: AskedLamps,
  periods: readonly { level: SumLevel; start: string }[],
): Promise<KeptSums[]> => {
  const table = energySumsTable
  const levels = Map.groupBy(periods, ({ level }) => level)
  if (asked.size === 0 || levels.size === 0) return []
  const which = [...levels].map(([level, of]) =>
    and(eq(table.level, level), inArray(table.start, [...new Set(of.map(({ start }) => start))])),
  )
  const { centralUnitId, level, start, totals, lamps } = table
  const own = { centralUnitId, level, start }
  const of = and(inArray(centralUnitId, [...asked.keys()]), or(...which))
  if ([...asked.values()].every((serials) => serials === null))
    return tx
      .select({ ...own, totals })
      .from(table)
      .where(of)
  const rows = await tx
    .select({ ...own, lamps })
    .from(table)
    .where(of)
  const serialsOf = (unit: string) => {
    const serials = asked.get(unit)
    return serials ? [...serials] : null
  }
  const all = await energyThread.run(
    'totalAll',
    rows.map(({ lamps: packed, centralUnitId: unit }) => ({ lamps: packed, serials: serialsOf(unit) })),
  )
  return rows.map(({ lamps: _, ...row }, n) => ({ ...row, totals: all[n] ?? noTotals }))
}

/** Moments of these units that are booked nowhere. */
export const asideOf = async (tx: Tx, asked: AskedLamps): Promise<number> => {
  if (asked.size === 0) return 0
  const rows = await tx
    .select({ moments: energyAsideTable.moments })
    .from(energyAsideTable)
    .where(inArray(energyAsideTable.centralUnitId, [...asked.keys()]))
  return rows.reduce((sum, { moments }) => sum + moments, 0)
}
