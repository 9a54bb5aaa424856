import type { MonitoringZone, TakenLamp } from '@vigilux/contract/features/monitoring-zones/monitoring-zone.ts'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transaction.ts'
import { createLampSetLamps, createLampSetRows, type LampOfUnit, type LampSetRow, lampPairs } from '../lamps/index.ts'
import { monitoringZoneLampTable, monitoringZoneTable } from './monitoring-zones.schema.ts'

const tables = { sets: monitoringZoneTable, lamps: monitoringZoneLampTable }

export type MonitoringZoneRow = LampSetRow

export const monitoringZoneRows = createLampSetRows(tables)
/** A lamp belongs to one zone at most: adding lamps of another zone leaves them there. */
export const monitoringZoneLamps = createLampSetLamps(tables)

/** The monitoring zones of a plant with their lamps, by name. */
export const listMonitoringZones = async (tx: Tx, plantId: string): Promise<MonitoringZone[]> => {
  const rows = await monitoringZoneRows.list(tx, plantId)
  const places = Map.groupBy(await monitoringZoneLamps.listPlaces(tx, plantId), ({ zone_id }) => zone_id)
  return rows.map(({ id, name, version }) => ({
    id,
    name,
    version,
    lamps: (places.get(id) ?? []).map(({ topic, addrs }) => ({ topic, addrs })),
  }))
}

/** Saves a zone's name and bumps its version, so other editors notice a change of its name or lamps. */
export const touchMonitoringZone = async (tx: Tx, id: string, name: string): Promise<void> => {
  await tx
    .update(monitoringZoneTable)
    .set({ name, version: sql`${monitoringZoneTable.version} + 1` })
    .where(eq(monitoringZoneTable.id, id))
}

/** Those of the lamps in another zone, with their zone. */
export const listLampsElsewhere = async (
  tx: Tx,
  zoneId: string,
  lamps: readonly LampOfUnit[],
): Promise<TakenLamp[]> => {
  const { rows } = await tx.execute<TakenLamp>(sql`
    select central_unit.unit as topic, lamp.addr, zone.id as zone_id, zone.name as zone_name
    from (${lampPairs(lamps)}) as named
    join monitoring_zone_lamp its on its.central_unit_id = named.unit and its.serial = named.serial
    join monitoring_zone zone on zone.id = its.zone_id and zone.id <> ${zoneId}
    join central_unit on central_unit.id = named.unit
    join lamp on lamp.central_unit_id = named.unit and lamp.serial = named.serial
    order by central_unit.unit, lamp.addr`)
  return rows
}
