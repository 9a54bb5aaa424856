import { placesOf } from '@vigilux/contract/features/lamps/lamps-by-unit.ts'
import {
  type MonitoringZone,
  monitoringZonesPerPlant,
  type TakenLamp,
  takenLampsListed,
} from '@vigilux/contract/features/monitoring-zones/monitoring-zone.ts'
import type { monitoringZoneActions } from '@vigilux/contract/features/monitoring-zones/monitoring-zones.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { type LampAt, lampsAt } from '../lamps/index.ts'
import {
  addLamps,
  countMonitoringZones,
  deleteMonitoringZone,
  emptyMonitoringZone,
  findMonitoringZone,
  insertMonitoringZone,
  isNameTaken,
  lampsElsewhere,
  listMonitoringZones,
  type MonitoringZoneRow,
  renewMonitoringZone,
  takeLamps,
} from './monitoring-zones.store.ts'

type Named = Parameters<typeof placesOf>[0]

const aboutZone = (tx: Tx, { id, name }: Pick<MonitoringZoneRow, 'id' | 'name'>): void =>
  about(tx, { kind: 'zone', id, name })

/** These lamps; refuses what is no lighting lamp, for its consumption says nothing about the light. */
const lightingLamps = async (tx: Tx, plantId: string, named: Named): Promise<LampAt[]> => {
  const lamps = await lampsAt(tx, plantId, placesOf(named))
  const others = lamps.filter(({ type }) => type !== 'lighting')
  if (others.length === 0) return lamps
  return fail('LAMP_NOT_LIGHTING', { lamps: others.slice(0, 20).map(({ addr }) => addr) })
}

/** Those of the lamps that are in other zones; refuses where none is left to be added. The plant is locked meanwhile. */
const takenOf = async (tx: Tx, zoneId: string, lamps: readonly LampAt[]): Promise<TakenLamp[]> => {
  const taken = await lampsElsewhere(tx, zoneId, lamps)
  const [first] = taken
  if (!first || taken.length < lamps.length) return taken
  return taken.length === 1
    ? fail('LAMP_ALREADY_IN_ZONE', { zone: first.zone_name })
    : fail('ALL_LAMPS_ALREADY_IN_ZONE', {})
}

/** What is answered of lamps that stay elsewhere: any number of them may. */
const toldOf = (taken: TakenLamp[]) => ({ taken: taken.slice(0, takenLampsListed), taken_count: taken.length })

const zoneOf = async (tx: Tx, plantId: string, zoneId: string): Promise<MonitoringZone> =>
  (await listMonitoringZones(tx, plantId)).find(({ id }) => id === zoneId) ?? fail('ZONE_NOT_FOUND')

export const monitoringZoneHandlers: HandlersOf<typeof monitoringZoneActions> = {
  getMonitoringZonesPost: async ({ input, tx }) => ({ zones: await listMonitoringZones(tx, input.plantId) }),
  createMonitoringZone: async ({ input: { plantId, name, lamps: named }, tx, announce, fail }) => {
    const limit = monitoringZonesPerPlant
    if ((await countMonitoringZones(tx, plantId)) >= limit) return fail('ZONE_LIMIT', { limit })
    const id = await insertMonitoringZone(tx, plantId, name)
    if (id === undefined) return fail('ZONE_NAME_TAKEN')
    // Before its lamps, of which the audit names some alone.
    aboutZone(tx, { id, name })
    const lamps = await lightingLamps(tx, plantId, named)
    const taken = await takenOf(tx, id, lamps)
    await addLamps(tx, id, lamps)
    changed(tx, null, { name, lamps: lamps.length - taken.length })
    announce({ plant: plantId }, 'saveMonitoringZone', { plant_id: plantId, zone_id: id })
    return { zone: await zoneOf(tx, plantId, id), ...toldOf(taken) }
  },
  updateMonitoringZone: async ({ input, tx, announce, fail }) => {
    const { plantId, zoneId: id, version, name } = input
    const before = (await findMonitoringZone(tx, plantId, id)) ?? fail('ZONE_NOT_FOUND')
    aboutZone(tx, before)
    if (version !== undefined && version !== before.version)
      return fail('CHANGED_MEANWHILE', { now: await zoneOf(tx, plantId, id) })
    if (await isNameTaken(tx, plantId, name, id)) return fail('ZONE_NAME_TAKEN')
    const lamps = input.lamps && (await lightingLamps(tx, plantId, input.lamps))
    const taken = lamps ? await takenOf(tx, id, lamps) : []
    if (lamps) {
      await emptyMonitoringZone(tx, id)
      await addLamps(tx, id, lamps)
    }
    await renewMonitoringZone(tx, id, name)
    changed(tx, { name: before.name }, { name })
    announce({ plant: plantId }, 'saveMonitoringZone', { plant_id: plantId, zone_id: id })
    return { zone: await zoneOf(tx, plantId, id), ...toldOf(taken) }
  },
  deleteMonitoringZone: async ({ input: { plantId, zoneId: id }, tx, announce, fail }) => {
    aboutZone(tx, (await findMonitoringZone(tx, plantId, id)) ?? fail('ZONE_NOT_FOUND'))
    await deleteMonitoringZone(tx, id)
    announce({ plant: plantId }, 'removeMonitoringZone', { plant_id: plantId, zone_id: id })
    return {}
  },
  updateZoneEnergyLamps: async ({ input: { plantId, zoneId, lamps: named, change }, tx, announce, fail }) => {
    if (zoneId === null) return fail('NO_ZONE_SELECTED')
    if (named.length === 0) return fail('NO_DEVICE_SELECTED')
    const before = (await findMonitoringZone(tx, plantId, zoneId)) ?? fail('ZONE_NOT_FOUND')
    aboutZone(tx, before)
    const isAdding = change === 'add'
    const lamps = isAdding ? await lightingLamps(tx, plantId, named) : await lampsAt(tx, plantId, placesOf(named))
    const taken = isAdding ? await takenOf(tx, zoneId, lamps) : []
    if (isAdding) await addLamps(tx, zoneId, lamps)
    else await takeLamps(tx, zoneId, lamps)
    await renewMonitoringZone(tx, zoneId, before.name)
    announce({ plant: plantId }, 'saveMonitoringZone', { plant_id: plantId, zone_id: zoneId })
    return { zone: await zoneOf(tx, plantId, zoneId), ...toldOf(taken) }
  },
}
