import type { ZonePlaces } from '@vigilux/contract/features/zones/zone.rules.ts'
import { and, asc, count, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import type { LampOfUnit, LampSuccessor } from '../lamps/index.ts'
import { zoneLampTable, zoneTable } from './zones.schema.ts'

export type ZoneRow = typeof zoneTable.$inferSelect

/** The zones of a plant, by name. */
export const listZones = (tx: Tx, plantId: string): Promise<ZoneRow[]> =>
  tx
    .select()
    .from(zoneTable)
    .where(eq(zoneTable.plantId, plantId))
    .orderBy(asc(sql`lower(${zoneTable.name})`), asc(zoneTable.id))

export const findZone = async (tx: Tx, plantId: string, id: string): Promise<ZoneRow | undefined> => {
  const [row] = await tx
    .select()
    .from(zoneTable)
    .where(and(eq(zoneTable.plantId, plantId), eq(zoneTable.id, id)))
  return row
}

export const countZones = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx.select({ number: count() }).from(zoneTable).where(eq(zoneTable.plantId, plantId))
  return row?.number ?? 0
}

/** Saves a new zone; undefined when its name is taken, even by a concurrent insert. */
export const insertZone = async (tx: Tx, plantId: string, name: string): Promise<string | undefined> => {
  const [row] = await tx
    .insert(zoneTable)
    .values({ plantId, name })
    .onConflictDoNothing()
    .returning({ id: zoneTable.id })
  return row?.id
}

/** Whether another zone of the plant has this name, ignoring case. */
export const isNameTaken = async (tx: Tx, plantId: string, name: string, exceptId: string): Promise<boolean> => {
  const rows = await tx
    .select({ id: zoneTable.id })
    .from(zoneTable)
    .where(
      and(eq(zoneTable.plantId, plantId), sql`lower(${zoneTable.name}) = lower(${name})`, ne(zoneTable.id, exceptId)),
    )
  return rows.length > 0
}

/** Saves if the version matches the opened one; undefined after a concurrent change. */
export const updateZoneIfVersion = async (
  tx: Tx,
  { id, version }: Pick<ZoneRow, 'id' | 'version'>,
  name: string,
): Promise<number | undefined> => {
  const [row] = await tx
    .update(zoneTable)
    .set({ name, version: sql`${zoneTable.version} + 1` })
    .where(and(eq(zoneTable.id, id), eq(zoneTable.version, version)))
    .returning({ version: zoneTable.version })
  return row?.version
}

export const deleteZone = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(zoneTable).where(eq(zoneTable.id, id))
}

/** Directly assigned lamps of each zone that their units report, by unit. */
export const listPlacesOfZones = (tx: Tx, plantId: string): Promise<(ZonePlaces & { addrs: number[] })[]> =>
  tx
    .select({
      zone_id: zoneLampTable.zoneId,
      topic: centralUnitTable.unit,
      addrs: sql<number[]>`array_agg(${lampTable.addr} order by ${lampTable.addr})`,
    })
    .from(zoneLampTable)
    .innerJoin(zoneTable, and(eq(zoneTable.id, zoneLampTable.zoneId), eq(zoneTable.plantId, plantId)))
    .innerJoin(
      lampTable,
      and(eq(lampTable.centralUnitId, zoneLampTable.centralUnitId), eq(lampTable.serial, zoneLampTable.serial)),
    )
    .innerJoin(
      centralUnitTable,
      and(eq(centralUnitTable.id, zoneLampTable.centralUnitId), isNull(centralUnitTable.removedAt)),
    )
    .groupBy(zoneLampTable.zoneId, centralUnitTable.unit)
    .orderBy(asc(zoneLampTable.zoneId), asc(centralUnitTable.unit))

const columnsOf = (lamps: readonly LampOfUnit[]) => {
  const units = sql.param(lamps.map(({ centralUnitId }) => centralUnitId))
  const serials = sql.param(lamps.map(({ serial }) => serial))
  return sql`select distinct unit, serial from unnest(${units}::uuid[], ${serials}::text[]) as lamp (unit, serial)`
}

/** Adds lamps to a zone; lamps already in it stay. */
export const addLamps = async (tx: Tx, zoneId: string, lamps: readonly LampOfUnit[]): Promise<void> => {
  await tx.execute(sql`
    insert into zone_lamp (zone_id, central_unit_id, serial)
    select ${zoneId}::uuid, unit, serial from (${columnsOf(lamps)}) as named on conflict do nothing`)
}

export const removeZoneLamps = async (tx: Tx, zoneId: string, lamps: readonly LampOfUnit[]): Promise<void> => {
  await tx.execute(sql`
    delete from zone_lamp where zone_id = ${zoneId} and (central_unit_id, serial) in (${columnsOf(lamps)})`)
}

export const removeAllZoneLamps = async (tx: Tx, zoneId: string): Promise<void> => {
  await tx.delete(zoneLampTable).where(eq(zoneLampTable.zoneId, zoneId))
}

/** Copies the zones of a unit's lamps to the same lamps of the unit that replaces it. */
export const moveZones = async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
  await tx.execute(sql`
    insert into zone_lamp (zone_id, central_unit_id, serial)
    select zone_id, ${toUnitId}, serial from zone_lamp where central_unit_id = ${fromUnitId} on conflict do nothing`)
}

/** Adds replacement lamps to the zones of their predecessors, besides their own; the predecessors leave all zones. */
export const moveZonesToSuccessors = async (
  tx: Tx,
  centralUnitId: string,
  replacedLamps: readonly LampSuccessor[],
): Promise<void> => {
  const oldSerials = sql.param(replacedLamps.map((one) => one.old))
  const newSerials = sql.param(replacedLamps.map((one) => one.new))
  const pairs = sql`unnest(${oldSerials}::text[], ${newSerials}::text[]) as pair (old, new)`
  const { rows } = await tx.execute<{ zone_id: string; serial: string }>(sql`
    delete from zone_lamp using ${pairs} where central_unit_id = ${centralUnitId} and zone_lamp.serial = pair.old
    returning zone_id, pair.new as serial`)
  const zones = sql.param(rows.map((row) => row.zone_id))
  const serials = sql.param(rows.map((row) => row.serial))
  await tx.execute(sql`
    insert into zone_lamp (zone_id, central_unit_id, serial)
    select zone, ${centralUnitId}::uuid, serial from unnest(${zones}::uuid[], ${serials}::text[]) as passed (zone, serial)
    on conflict do nothing`)
}
