import { listLampPositions } from '@vigilux/contract/features/lamps/lamps-by-unit.ts'
import {
  type MonitoringZone,
  maxListedTakenLamps,
  maxMonitoringZonesPerPlant,
  type TakenLamp,
} from '@vigilux/contract/features/monitoring-zones/monitoring-zone.ts'
import type { monitoringZoneActions } from '@vigilux/contract/features/monitoring-zones/monitoring-zones.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { type LampAt, requireLampsAt } from '../lamps/index.ts'
import {
  listLampsElsewhere,
  listMonitoringZones,
  type MonitoringZoneRow,
  monitoringZoneLamps,
  monitoringZoneRows,
  touchMonitoringZone,
} from './monitoring-zones.store.ts'

type ZoneRef = Parameters<typeof listLampPositions>[0]

const auditZone = (work: Work, { id, name }: Pick<MonitoringZoneRow, 'id' | 'name'>): void =>
  work.audit.target({ kind: 'zone', id, name })

/** Resolves these lamps; refuses others than lighting lamps, whose consumption says nothing about light. */
const lightingLamps = async (
  work: Work<'UNIT_NOT_FOUND' | 'LAMP_NOT_FOUND' | 'LAMP_NOT_LIGHTING'>,
  plantId: string,
  zoneRef: ZoneRef,
): Promise<LampAt[]> => {
  const lamps = await requireLampsAt(work, plantId, listLampPositions(zoneRef))
  const otherLamps = lamps.filter(({ type }) => type !== 'lighting')
  if (otherLamps.length === 0) return lamps
  return work.fail('LAMP_NOT_LIGHTING', { lamps: otherLamps.slice(0, 20).map(({ addr }) => addr) })
}

/** The lamps of other zones; refuses when none is left to add. The caller has locked the plant. */
const listTakenLamps = async (
  work: Work<'LAMP_ALREADY_IN_ZONE' | 'ALL_LAMPS_ALREADY_IN_ZONE'>,
  zoneId: string,
  lamps: readonly LampAt[],
): Promise<TakenLamp[]> => {
  const takenLamps = await listLampsElsewhere(work.tx, zoneId, lamps)
  const [first] = takenLamps
  if (!first || takenLamps.length < lamps.length) return takenLamps
  return takenLamps.length === 1
    ? work.fail('LAMP_ALREADY_IN_ZONE', { zone: first.zone_name })
    : work.fail('ALL_LAMPS_ALREADY_IN_ZONE', {})
}

/** The lamps left in other zones: a bounded list, and their count. */
const takenAnswer = (takenLamps: TakenLamp[]) => ({
  taken: takenLamps.slice(0, maxListedTakenLamps),
  taken_count: takenLamps.length,
})

/** A zone already found or made by the call. */
const readZone = async (tx: Tx, plantId: string, zoneId: string): Promise<MonitoringZone> => {
  const zone = (await listMonitoringZones(tx, plantId)).find(({ id }) => id === zoneId)
  if (!zone) throw new Error(`zone ${zoneId} was written and is not there`)
  return zone
}

export const monitoringZoneHandlers: HandlersOf<typeof monitoringZoneActions> = {
  getMonitoringZonesPost: async ({ work, input }) => ({ zones: await listMonitoringZones(work.tx, input.plantId) }),
  createMonitoringZone: async ({ work, input: { plantId, name, lamps: lampRefs } }) => {
    const limit = maxMonitoringZonesPerPlant
    if ((await monitoringZoneRows.count(work.tx, plantId)) >= limit) return work.fail('ZONE_LIMIT', { limit })
    const id = await monitoringZoneRows.insert(work.tx, plantId, name)
    if (id === undefined) return work.fail('ZONE_NAME_TAKEN')
    // Name the zone before its lamps, because the audit names only some of them.
    auditZone(work, { id, name })
    const lamps = await lightingLamps(work, plantId, lampRefs)
    const takenLamps = await listTakenLamps(work, id, lamps)
    await monitoringZoneLamps.add(work.tx, id, lamps)
    work.audit.diff(null, { name, lamps: lamps.length - takenLamps.length })
    work.broadcast({ plant: plantId }, 'saveMonitoringZone', { plant_id: plantId, zone_id: id })
    return { zone: await readZone(work.tx, plantId, id), ...takenAnswer(takenLamps) }
  },
  updateMonitoringZone: async ({ work, input }) => {
    const { plantId, zoneId: id, version, name } = input
    const before = (await monitoringZoneRows.find(work.tx, plantId, id)) ?? work.fail('ZONE_NOT_FOUND')
    auditZone(work, before)
    if (version !== undefined && version !== before.version)
      return work.fail('CHANGED_MEANWHILE', { now: await readZone(work.tx, plantId, id) })
    if (await monitoringZoneRows.isNameTaken(work.tx, plantId, name, id)) return work.fail('ZONE_NAME_TAKEN')
    const lamps = input.lamps && (await lightingLamps(work, plantId, input.lamps))
    const takenLamps = lamps ? await listTakenLamps(work, id, lamps) : []
    if (lamps) {
      await monitoringZoneLamps.removeAll(work.tx, id)
      await monitoringZoneLamps.add(work.tx, id, lamps)
    }
    await touchMonitoringZone(work.tx, id, name)
    work.audit.diff({ name: before.name }, { name })
    work.broadcast({ plant: plantId }, 'saveMonitoringZone', { plant_id: plantId, zone_id: id })
    return { zone: await readZone(work.tx, plantId, id), ...takenAnswer(takenLamps) }
  },
  deleteMonitoringZone: async ({ work, input: { plantId, zoneId: id } }) => {
    auditZone(work, (await monitoringZoneRows.find(work.tx, plantId, id)) ?? work.fail('ZONE_NOT_FOUND'))
    await monitoringZoneRows.remove(work.tx, id)
    work.broadcast({ plant: plantId }, 'removeMonitoringZone', { plant_id: plantId, zone_id: id })
    return {}
  },
  updateZoneEnergyLamps: async ({ work, input: { plantId, zoneId, lamps: lampRefs, change } }) => {
    if (zoneId === null) return work.fail('NO_ZONE_SELECTED')
    if (lampRefs.length === 0) return work.fail('NO_DEVICE_SELECTED')
    const before = (await monitoringZoneRows.find(work.tx, plantId, zoneId)) ?? work.fail('ZONE_NOT_FOUND')
    auditZone(work, before)
    const isAdding = change === 'add'
    const lamps = isAdding
      ? await lightingLamps(work, plantId, lampRefs)
      : await requireLampsAt(work, plantId, listLampPositions(lampRefs))
    const takenLamps = isAdding ? await listTakenLamps(work, zoneId, lamps) : []
    if (isAdding) await monitoringZoneLamps.add(work.tx, zoneId, lamps)
    else await monitoringZoneLamps.remove(work.tx, zoneId, lamps)
    await touchMonitoringZone(work.tx, zoneId, before.name)
    work.broadcast({ plant: plantId }, 'saveMonitoringZone', { plant_id: plantId, zone_id: zoneId })
    return { zone: await readZone(work.tx, plantId, zoneId), ...takenAnswer(takenLamps) }
  },
}
