import { and, eq, inArray, or } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import { monitoringZoneLampTable, monitoringZoneTable } from '../monitoring-zones/monitoring-zones.schema.ts'
import { dayOfMoment, dayOfText, dayText } from './day-readings.ts'
import {
  energyAsideTable,
  energyReadingsTable,
  energySumsTable,
  energyUnitTable,
  type SumLevel,
} from './energy.schema.ts'
import { energyThread } from './energy-thread.ts'
import { unpackMetered } from './metered-unit.ts'
import type { Part } from './periods.ts'
import type { RequestedUnit, StoredSums } from './read-energy.ts'
import { noTotals } from './sum-readings.ts'

/** Requested lamps by unit; null for all of a unit. */
export type RequestedLamps = ReadonlyMap<string, ReadonlySet<string> | null>

/** Every unit of the plant ever measured, because the energy of a removed unit was used. */
export const listUnitsOfPlant = async (tx: Tx, plantId: string): Promise<RequestedLamps> => {
  const rows = await tx
    .select({ id: energyUnitTable.centralUnitId })
    .from(energyUnitTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, energyUnitTable.centralUnitId))
    .where(eq(centralUnitTable.plantId, plantId))
  return new Map(rows.map(({ id }) => [id, null]))
}

/** The serial of the lamp at an address, or undefined. */
export const findSerialAt = async (tx: Tx, centralUnitId: string, addr: number): Promise<string | undefined> => {
  const [row] = await tx
    .select({ serial: lampTable.serial })
    .from(lampTable)
    .where(and(eq(lampTable.centralUnitId, centralUnitId), eq(lampTable.addr, addr)))
  return row?.serial
}

/** The lamps of a monitoring zone; undefined if the plant has no such zone. */
export const listLampsOfZone = async (tx: Tx, plantId: string, zoneId: string): Promise<RequestedLamps | undefined> => {
  const table = monitoringZoneLampTable
  const rows = await tx
    .select({ zone: monitoringZoneTable.id, unit: table.centralUnitId, serial: table.serial })
    .from(monitoringZoneTable)
    .leftJoin(table, eq(table.zoneId, monitoringZoneTable.id))
    .where(and(eq(monitoringZoneTable.plantId, plantId), eq(monitoringZoneTable.id, zoneId)))
  if (rows.length === 0) return undefined
  const requestedLamps = new Map<string, Set<string>>()
  for (const { unit, serial } of rows)
    if (unit !== null && serial !== null) requestedLamps.set(unit, (requestedLamps.get(unit) ?? new Set()).add(serial))
  return requestedLamps
}

/** Metering state of these units with their requested lamps. */
export const listMeteredUnits = async (tx: Tx, requestedLamps: RequestedLamps): Promise<RequestedUnit[]> => {
  if (requestedLamps.size === 0) return []
  const rows = await tx
    .select({ unit: energyUnitTable, acquired: centralUnitTable.acquired, removedAt: centralUnitTable.removedAt })
    .from(energyUnitTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, energyUnitTable.centralUnitId))
    .where(inArray(energyUnitTable.centralUnitId, [...requestedLamps.keys()]))
  return rows.map(({ unit, acquired, removedAt }) => {
    const serials = requestedLamps.get(unit.centralUnitId)
    const lamps = [...unpackMetered(unit.lamps)].filter(([serial]) => serials?.has(serial) ?? true)
    return {
      id: unit.centralUnitId,
      isEnrolled: acquired && removedAt === null,
      metered: { timezone: unit.timezone, latest: unit.latest, lamps: new Map(lamps) },
    }
  })
}

/** Stored sums of these periods; for whole units without unpacking lamps. */
export const listSums = async (
  tx: Tx,
  requestedLamps: RequestedLamps,
  periods: readonly { level: SumLevel; start: string }[],
): Promise<StoredSums[]> => {
  const table = energySumsTable
  const levels = Map.groupBy(periods, ({ level }) => level)
  if (requestedLamps.size === 0 || levels.size === 0) return []
  const levelConditions = [...levels].map(([level, levelPeriods]) =>
    and(eq(table.level, level), inArray(table.start, [...new Set(levelPeriods.map(({ start }) => start))])),
  )
  const { centralUnitId, level, start, totals, lamps } = table
  const columns = { centralUnitId, level, start }
  const condition = and(inArray(centralUnitId, [...requestedLamps.keys()]), or(...levelConditions))
  if ([...requestedLamps.values()].every((serials) => serials === null))
    return tx
      .select({ ...columns, totals })
      .from(table)
      .where(condition)
  const rows = await tx
    .select({ ...columns, lamps })
    .from(table)
    .where(condition)
  const serialsOf = (unit: string) => {
    const serials = requestedLamps.get(unit)
    return serials ? [...serials] : null
  }
  const all = await energyThread.run(
    'totalAll',
    rows.map(({ lamps: packedLamps, centralUnitId: unit }) => ({ lamps: packedLamps, serials: serialsOf(unit) })),
  )
  return rows.map(({ lamps: _, ...row }, n) => ({ ...row, totals: all[n] ?? noTotals }))
}

type Periods = readonly { level: SumLevel; start: string }[]

/** Packed sums of all lamps of these units. */
export const listPackedSums = async (
  tx: Tx,
  requestedLamps: RequestedLamps,
  periods: Periods,
): Promise<{ centralUnitId: string; level: SumLevel; start: string; lamps: Buffer }[]> => {
  const { centralUnitId, level, start, lamps } = energySumsTable
  const [first] = periods
  if (requestedLamps.size === 0 || !first) return []
  return tx
    .select({ centralUnitId, level, start, lamps })
    .from(energySumsTable)
    .where(
      and(
        inArray(centralUnitId, [...requestedLamps.keys()]),
        eq(level, first.level),
        inArray(start, [...new Set(periods.map((one) => one.start))]),
      ),
    )
}

/** Sums by the quarter of an hour, computed from the readings of these parts' days. */
export const computeQuarterSums = async (
  tx: Tx,
  requestedLamps: RequestedLamps,
  parts: readonly Part[],
): Promise<StoredSums[]> => {
  const days = [...Map.groupBy(parts, ({ start }) => start)].map(([start, dayParts]) => {
    const moments = dayParts.flatMap(({ from, to }) => [from, to])
    return { start, from: Math.min(...moments), to: Math.max(...moments) }
  })
  const table = energyReadingsTable
  const utcDays = [...new Set(days.flatMap(({ from, to }) => [from - 1, to].map(dayOfMoment)))].map(dayText)
  const storedSums: StoredSums[] = []
  for (const [unit, serials] of requestedLamps) {
    const rows = await tx
      .select({ day: table.day, lamps: table.lamps })
      .from(table)
      .where(and(eq(table.centralUnitId, unit), inArray(table.day, utcDays)))
    const readings = rows.map(({ day, lamps }) => ({ day: dayOfText(day), lamps }))
    const all = await energyThread.run('quarterAll', { readings, days, serials: serials && [...serials] })
    storedSums.push(
      ...all.map((totals, n) => ({ centralUnitId: unit, level: 'day' as const, start: days[n]?.start ?? '', totals })),
    )
  }
  return storedSums
}

/** The monitoring zones of a plant by name, and the zone of each lamp by unit and serial. */
export const listZonesOfLamps = async (
  tx: Tx,
  plantId: string,
): Promise<{ zones: { id: string; name: string }[]; zoneOf: ReadonlyMap<string, ReadonlyMap<string, string>> }> => {
  const { id, name } = monitoringZoneTable
  const zones = await tx.select({ id, name }).from(monitoringZoneTable).where(eq(monitoringZoneTable.plantId, plantId))
  const table = monitoringZoneLampTable
  const rows = await tx
    .select({ unit: table.centralUnitId, serial: table.serial, zone: table.zoneId })
    .from(table)
    .innerJoin(monitoringZoneTable, and(eq(id, table.zoneId), eq(monitoringZoneTable.plantId, plantId)))
  const zoneOf = new Map(
    [...Map.groupBy(rows, ({ unit }) => unit)].map(([unit, zoneRows]) => [
      unit,
      new Map(zoneRows.map(({ serial, zone }) => [serial, zone])),
    ]),
  )
  return { zones: zones.toSorted((a, b) => a.name.localeCompare(b.name)), zoneOf }
}

/** Topics of these units. */
export const listTopics = async (tx: Tx, requestedLamps: RequestedLamps): Promise<ReadonlyMap<string, string>> => {
  if (requestedLamps.size === 0) return new Map()
  const rows = await tx
    .select({ id: centralUnitTable.id, topic: centralUnitTable.unit })
    .from(centralUnitTable)
    .where(inArray(centralUnitTable.id, [...requestedLamps.keys()]))
  return new Map(rows.map(({ id, topic }) => [id, topic]))
}

/** Unbooked readings of these units. */
export const countUnbookedMoments = async (tx: Tx, requestedLamps: RequestedLamps): Promise<number> => {
  if (requestedLamps.size === 0) return 0
  const rows = await tx
    .select({ moments: energyAsideTable.moments })
    .from(energyAsideTable)
    .where(inArray(energyAsideTable.centralUnitId, [...requestedLamps.keys()]))
  return rows.reduce((total, { moments }) => total + moments, 0)
}
