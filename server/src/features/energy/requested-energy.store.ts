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

/** Lamps that are asked about, by unit; null for all of a unit. */
export type RequestedLamps = ReadonlyMap<string, ReadonlySet<string> | null>

/** Every unit of the plant that was ever measured: what one used that is gone was used. */
export const listUnitsOfPlant = async (tx: Tx, plantId: string): Promise<RequestedLamps> => {
  const rows = await tx
    .select({ id: energyUnitTable.centralUnitId })
    .from(energyUnitTable)
    .innerJoin(centralUnitTable, eq(centralUnitTable.id, energyUnitTable.centralUnitId))
    .where(eq(centralUnitTable.plantId, plantId))
  return new Map(rows.map(({ id }) => [id, null]))
}

/** The serial of the lamp at a place; undefined where there is none. */
export const findSerialAt = async (tx: Tx, centralUnitId: string, addr: number): Promise<string | undefined> => {
  const [row] = await tx
    .select({ serial: lampTable.serial })
    .from(lampTable)
    .where(and(eq(lampTable.centralUnitId, centralUnitId), eq(lampTable.addr, addr)))
  return row?.serial
}

/** The lamps of a monitoring zone; undefined where the plant has no such zone. */
export const listLampsOfZone = async (tx: Tx, plantId: string, zoneId: string): Promise<RequestedLamps | undefined> => {
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
export const listMeteredUnits = async (tx: Tx, asked: RequestedLamps): Promise<RequestedUnit[]> => {
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
      id: unit.centralUnitId,
      isEnrolled: acquired && removedAt === null,
      metered: { timezone: unit.timezone, latest: unit.latest, lamps: new Map(lamps) },
    }
  })
}

/** Sums that are kept of these periods; of whole units without looking at a single lamp. */
export const listSums = async (
  tx: Tx,
  asked: RequestedLamps,
  periods: readonly { level: SumLevel; start: string }[],
): Promise<StoredSums[]> => {
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

type Periods = readonly { level: SumLevel; start: string }[]

/** Sums of all lamps of these units, packed. */
export const listPackedSums = async (
  tx: Tx,
  asked: RequestedLamps,
  periods: Periods,
): Promise<{ centralUnitId: string; level: SumLevel; start: string; lamps: Buffer }[]> => {
  const { centralUnitId, level, start, lamps } = energySumsTable
  const [first] = periods
  if (asked.size === 0 || !first) return []
  return tx
    .select({ centralUnitId, level, start, lamps })
    .from(energySumsTable)
    .where(
      and(
        inArray(centralUnitId, [...asked.keys()]),
        eq(level, first.level),
        inArray(start, [...new Set(periods.map((one) => one.start))]),
      ),
    )
}

/** Sums by the quarter of an hour, worked out from the readings of the days that these parts lie in. */
export const computeQuarterSums = async (
  tx: Tx,
  asked: RequestedLamps,
  parts: readonly Part[],
): Promise<StoredSums[]> => {
  const days = [...Map.groupBy(parts, ({ start }) => start)].map(([start, its]) => {
    const moments = its.flatMap(({ from, to }) => [from, to])
    return { start, from: Math.min(...moments), to: Math.max(...moments) }
  })
  const table = energyReadingsTable
  const utcDays = [...new Set(days.flatMap(({ from, to }) => [from - 1, to].map(dayOfMoment)))].map(dayText)
  const kept: StoredSums[] = []
  for (const [unit, serials] of asked) {
    const rows = await tx
      .select({ day: table.day, lamps: table.lamps })
      .from(table)
      .where(and(eq(table.centralUnitId, unit), inArray(table.day, utcDays)))
    const readings = rows.map(({ day, lamps }) => ({ day: dayOfText(day), lamps }))
    const all = await energyThread.run('quarterAll', { readings, days, serials: serials && [...serials] })
    kept.push(
      ...all.map((totals, n) => ({ centralUnitId: unit, level: 'day' as const, start: days[n]?.start ?? '', totals })),
    )
  }
  return kept
}

/** The monitoring zones of a plant by name, and in which of them each lamp is, by unit and serial. */
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
    [...Map.groupBy(rows, ({ unit }) => unit)].map(([unit, its]) => [
      unit,
      new Map(its.map(({ serial, zone }) => [serial, zone])),
    ]),
  )
  return { zones: zones.toSorted((a, b) => a.name.localeCompare(b.name)), zoneOf }
}

/** Under which topics these units speak. */
export const listTopics = async (tx: Tx, asked: RequestedLamps): Promise<ReadonlyMap<string, string>> => {
  if (asked.size === 0) return new Map()
  const rows = await tx
    .select({ id: centralUnitTable.id, topic: centralUnitTable.unit })
    .from(centralUnitTable)
    .where(inArray(centralUnitTable.id, [...asked.keys()]))
  return new Map(rows.map(({ id, topic }) => [id, topic]))
}

/** Moments of these units that are booked nowhere. */
export const countUnbookedMoments = async (tx: Tx, asked: RequestedLamps): Promise<number> => {
  if (asked.size === 0) return 0
  const rows = await tx
    .select({ moments: energyAsideTable.moments })
    .from(energyAsideTable)
    .where(inArray(energyAsideTable.centralUnitId, [...asked.keys()]))
  return rows.reduce((sum, { moments }) => sum + moments, 0)
}
