import type { MonitoringZone, TakenLamp } from '@vigilux/contract/features/monitoring-zones/monitoring-zone.ts'
import { and, asc, count, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { centralUnitTable } from '../../tables/central-units.schema.ts'
import { lampTable } from '../../tables/lamps.schema.ts'
import type { LampOfUnit, LampSuccessor } from '../lamps/index.ts'
import { monitoringZoneLampTable, monitoringZoneTable } from './monitoring-zones.schema.ts'

export type MonitoringZoneRow = typeof monitoringZoneTable.$inferSelect

/** The lamps of each zone that their units report, by unit. */
const placesOfZones = (tx: Tx, plantId: string): Promise<{ zoneId: string; topic: string; addrs: number[] }[]> =>
  tx
    .select({
      zoneId: monitoringZoneLampTable.zoneId,
      topic: centralUnitTable.unit,
      addrs: sql<number[]>`array_agg(${lampTable.addr} order by ${lampTable.addr})`,
    })
    .from(monitoringZoneLampTable)
    .innerJoin(
      monitoringZoneTable,
      and(eq(monitoringZoneTable.id, monitoringZoneLampTable.zoneId), eq(monitoringZoneTable.plantId, plantId)),
    )
    .innerJoin(
      lampTable,
      and(
        eq(lampTable.centralUnitId, monitoringZoneLampTable.centralUnitId),
        eq(lampTable.serial, monitoringZoneLampTable.serial),
      ),
    )
    .innerJoin(
      centralUnitTable,
      and(eq(centralUnitTable.id, monitoringZoneLampTable.centralUnitId), isNull(centralUnitTable.removedAt)),
    )
    .groupBy(monitoringZoneLampTable.zoneId, centralUnitTable.unit)
    .orderBy(asc(centralUnitTable.unit))

/** The monitoring zones of a plant with their lamps, by name. */
export const listMonitoringZones = async (tx: Tx, plantId: string): Promise<MonitoringZone[]> => {
  const rows = await tx
    .select()
    .from(monitoringZoneTable)
    .where(eq(monitoringZoneTable.plantId, plantId))
    .orderBy(asc(sql`lower(${monitoringZoneTable.name})`), asc(monitoringZoneTable.id))
  const places = Map.groupBy(await placesOfZones(tx, plantId), ({ zoneId }) => zoneId)
  return rows.map(({ id, name, version }) => ({
    id,
    name,
    version,
    lamps: (places.get(id) ?? []).map(({ topic, addrs }) => ({ topic, addrs })),
  }))
}

export const findMonitoringZone = async (
  tx: Tx,
  plantId: string,
  id: string,
): Promise<MonitoringZoneRow | undefined> => {
  const [row] = await tx
    .select()
    .from(monitoringZoneTable)
    .where(and(eq(monitoringZoneTable.plantId, plantId), eq(monitoringZoneTable.id, id)))
  return row
}

export const countMonitoringZones = async (tx: Tx, plantId: string): Promise<number> => {
  const [row] = await tx
    .select({ number: count() })
    .from(monitoringZoneTable)
    .where(eq(monitoringZoneTable.plantId, plantId))
  return row?.number ?? 0
}

/** Saves a new zone; undefined when its name is taken, even by a concurrent insert. */
export const insertMonitoringZone = async (tx: Tx, plantId: string, name: string): Promise<string | undefined> => {
  const [row] = await tx
    .insert(monitoringZoneTable)
    .values({ plantId, name })
    .onConflictDoNothing()
    .returning({ id: monitoringZoneTable.id })
  return row?.id
}

/** Whether another zone of the plant has this name, ignoring case. */
export const isNameTaken = async (tx: Tx, plantId: string, name: string, exceptId: string): Promise<boolean> => {
  const hasName = and(
    eq(monitoringZoneTable.plantId, plantId),
    sql`lower(${monitoringZoneTable.name}) = lower(${name})`,
    ne(monitoringZoneTable.id, exceptId),
  )
  return (await tx.select({ id: monitoringZoneTable.id }).from(monitoringZoneTable).where(hasName)).length > 0
}

/** Saves a zone's name and bumps its version, so that other editors notice a change of its name or lamps. */
export const touchMonitoringZone = async (tx: Tx, id: string, name: string): Promise<void> => {
  await tx
    .update(monitoringZoneTable)
    .set({ name, version: sql`${monitoringZoneTable.version} + 1` })
    .where(eq(monitoringZoneTable.id, id))
}

export const deleteMonitoringZone = async (tx: Tx, id: string): Promise<void> => {
  await tx.delete(monitoringZoneTable).where(eq(monitoringZoneTable.id, id))
}

const listOf = (lamps: readonly LampOfUnit[]) => {
  const units = sql.param(lamps.map(({ centralUnitId }) => centralUnitId))
  const serials = sql.param(lamps.map(({ serial }) => serial))
  return sql`select distinct unit, serial from unnest(${units}::uuid[], ${serials}::text[]) as lamp (unit, serial)`
}

/** Those of the lamps that belong to another zone, with that zone. */
export const listLampsElsewhere = async (
  tx: Tx,
  zoneId: string,
  lamps: readonly LampOfUnit[],
): Promise<TakenLamp[]> => {
  const { rows } = await tx.execute<TakenLamp>(sql`
    select central_unit.unit as topic, lamp.addr, zone.id as zone_id, zone.name as zone_name
    from (${listOf(lamps)}) as named
    join monitoring_zone_lamp its on its.central_unit_id = named.unit and its.serial = named.serial
    join monitoring_zone zone on zone.id = its.zone_id and zone.id <> ${zoneId}
    join central_unit on central_unit.id = named.unit
    join lamp on lamp.central_unit_id = named.unit and lamp.serial = named.serial
    order by central_unit.unit, lamp.addr`)
  return rows
}

/** Adds the lamps without a zone to this one; the others stay where they are. */
export const addLamps = async (tx: Tx, zoneId: string, lamps: readonly LampOfUnit[]): Promise<void> => {
  await tx.execute(sql`
    insert into monitoring_zone_lamp (central_unit_id, serial, zone_id)
    select unit, serial, ${zoneId}::uuid from (${listOf(lamps)}) as named on conflict do nothing`)
}

export const removeMonitoringZoneLamps = async (
  tx: Tx,
  zoneId: string,
  lamps: readonly LampOfUnit[],
): Promise<void> => {
  await tx.execute(sql`
    delete from monitoring_zone_lamp where zone_id = ${zoneId} and (central_unit_id, serial) in (${listOf(lamps)})`)
}

/** Removes all lamps from a zone, including those that their unit does not report. */
export const removeAllMonitoringZoneLamps = async (tx: Tx, zoneId: string): Promise<void> => {
  await tx.delete(monitoringZoneLampTable).where(eq(monitoringZoneLampTable.zoneId, zoneId))
}

/** Copies the zones of a unit's lamps to the same lamps of the unit that replaces it. */
export const moveMonitoringZones = async (tx: Tx, fromUnitId: string, toUnitId: string): Promise<void> => {
  await tx.execute(sql`
    insert into monitoring_zone_lamp (central_unit_id, serial, zone_id)
    select ${toUnitId}, serial, zone_id from monitoring_zone_lamp where central_unit_id = ${fromUnitId}
    on conflict do nothing`)
}

/** Adds replacement lamps to the zones of their predecessors; a lamp with a zone of its own stays there. */
export const moveMonitoringZonesToSuccessors = async (
  tx: Tx,
  centralUnitId: string,
  replacedLamps: readonly LampSuccessor[],
): Promise<void> => {
  const oldSerials = sql.param(replacedLamps.map((one) => one.old))
  const newSerials = sql.param(replacedLamps.map((one) => one.new))
  const pairs = sql`unnest(${oldSerials}::text[], ${newSerials}::text[]) as pair (old, new)`
  const { rows } = await tx.execute<{ zone_id: string; serial: string }>(sql`
    delete from monitoring_zone_lamp its using ${pairs} where central_unit_id = ${centralUnitId} and its.serial = pair.old
    returning zone_id, pair.new as serial`)
  const zones = sql.param(rows.map((row) => row.zone_id))
  const serials = sql.param(rows.map((row) => row.serial))
  await tx.execute(sql`
    insert into monitoring_zone_lamp (central_unit_id, serial, zone_id)
    select ${centralUnitId}::uuid, serial, zone from unnest(${zones}::uuid[], ${serials}::text[]) as passed (zone, serial)
    on conflict do nothing`)
}
