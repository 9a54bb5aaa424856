import { listLampPositions } from '@vigilux/contract/features/lamps/lamps-by-unit.ts'
import { maxZonesPerPlant, type Zone, type ZoneDraft } from '@vigilux/contract/features/zones/zone.ts'
import type { zoneActions } from '@vigilux/contract/features/zones/zones.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { listKnownAggregations, listUsedAggregations, saveUses } from '../aggregations/index.ts'
import { requireLampsAt } from '../lamps/index.ts'
import { updateZoneIfVersion, type ZoneRow, zoneLamps, zoneRows } from './zones.store.ts'

const auditZone = (work: Work, { id, name }: Pick<ZoneRow, 'id' | 'name'>): void =>
  work.audit.target({ kind: 'zone', id, name })

type UsedAggregations = Awaited<ReturnType<typeof listUsedAggregations>>

/** Groups of several aggregations by unit, each once and sorted. */
const groupsOf = (usedAggregations: UsedAggregations): Zone['groups'] =>
  [...Map.groupBy(usedAggregations, ({ cu }) => cu)].map(([cu, unitAggregations]) => ({
    cu,
    groups: [...new Set(unitAggregations.flatMap(({ groups }) => groups))].sort((a, b) => a - b),
  }))

/** The aggregations of all zones, and the scenes of each aggregation. */
type ZoneUses = { used: UsedAggregations; scenes: UsedAggregations }

const scenesOf = ({ used: usedAggregations, scenes }: ZoneUses): string[] => {
  const ids = new Set(usedAggregations.map(({ id }) => id))
  return [...new Set(scenes.flatMap(({ id, usedBy }) => (ids.has(id) ? [usedBy] : [])))].sort()
}

const toZone = ({ id, name, version }: Omit<ZoneRow, 'plantId'>, uses: ZoneUses): Zone => ({
  id,
  zoneName: name,
  version,
  collections: uses.used.map((one) => one.id),
  groups: groupsOf(uses.used),
  scenes: scenesOf(uses),
})

const readZones = async (tx: Tx, plantId: string): Promise<{ zones: Zone[] }> => {
  const aggregationsByZone = Map.groupBy(await listUsedAggregations(tx, plantId, 'zone'), ({ usedBy }) => usedBy)
  const scenes = await listUsedAggregations(tx, plantId, 'scene')
  return {
    zones: (await zoneRows.list(tx, plantId)).map((row) =>
      toZone(row, { used: aggregationsByZone.get(row.id) ?? [], scenes }),
    ),
  }
}

const partsOf = async (tx: Tx, plantId: string, zoneId: string): Promise<ZoneUses> => ({
  used: (await listUsedAggregations(tx, plantId, 'zone')).filter(({ usedBy }) => usedBy === zoneId),
  scenes: await listUsedAggregations(tx, plantId, 'scene'),
})

/** Refuses aggregations missing from the plant. The caller has locked the plant, so they stay. */
const checkAggregations = async (
  work: Work<'COLLECTION_NOT_FOUND'>,
  plantId: string,
  { collections }: ZoneDraft,
): Promise<void> => {
  const knownIds = await listKnownAggregations(work.tx, plantId, collections)
  if (knownIds.length < collections.length) return work.fail('COLLECTION_NOT_FOUND')
}

const auditedFields = (name: string, collections: number) => ({ name, collections })

export const zoneHandlers: HandlersOf<typeof zoneActions> = {
  getZones: ({ work, input }) => readZones(work.tx, input.plantId),
  getZonesPost: ({ work, input }) => readZones(work.tx, input.plantId),
  getZoneLamps: async ({ work, input }) => ({ zones: await zoneLamps.listPlaces(work.tx, input.plantId) }),
  saveZone: async ({ work, input: { plantId, zone: draft } }) => {
    const { zoneName, collections } = draft
    await checkAggregations(work, plantId, draft)
    if ((await zoneRows.count(work.tx, plantId)) >= maxZonesPerPlant)
      return work.fail('ZONE_LIMIT', { limit: maxZonesPerPlant })
    const id = await zoneRows.insert(work.tx, plantId, zoneName)
    if (id === undefined) return work.fail('ZONE_NAME_TAKEN')
    auditZone(work, { id, name: zoneName })
    await saveUses(work.tx, { kind: 'zone', id, name: zoneName }, collections)
    work.audit.diff(null, auditedFields(zoneName, collections.length))
    const zone = toZone({ id, name: zoneName, version: 1 }, await partsOf(work.tx, plantId, id))
    work.broadcast({ plant: plantId }, 'saveZone', { plant_id: plantId, zone })
    return { zone }
  },
  updateZone: async ({ work, input: { plantId, zoneId: id, version: opened, zone: draft } }) => {
    const { zoneName, collections } = draft
    const before = (await zoneRows.find(work.tx, plantId, id)) ?? work.fail('ZONE_NOT_FOUND')
    auditZone(work, before)
    await checkAggregations(work, plantId, draft)
    if (await zoneRows.isNameTaken(work.tx, plantId, zoneName, id)) return work.fail('ZONE_NAME_TAKEN')
    const uses = await partsOf(work.tx, plantId, id)
    const version = await updateZoneIfVersion(work.tx, { id, version: opened }, zoneName)
    if (version === undefined) return work.fail('CHANGED_MEANWHILE', { now: toZone(before, uses) })
    await saveUses(work.tx, { kind: 'zone', id, name: zoneName }, collections)
    work.audit.diff(auditedFields(before.name, uses.used.length), auditedFields(zoneName, collections.length))
    const zone = toZone({ id, name: zoneName, version }, await partsOf(work.tx, plantId, id))
    work.broadcast({ plant: plantId }, 'saveZone', { plant_id: plantId, zone })
    return { zone }
  },
  removeZone: async ({ work, input: { plantId, zoneId: id } }) => {
    const before = (await zoneRows.find(work.tx, plantId, id)) ?? work.fail('ZONE_NOT_FOUND')
    auditZone(work, before)
    await saveUses(work.tx, { kind: 'zone', id, name: before.name }, [])
    await zoneRows.remove(work.tx, id)
    work.broadcast({ plant: plantId }, 'removeZone', { plant_id: plantId, zone_id: id })
    return {}
  },
  updateZoneLamps: async ({ work, input: { plantId, zoneId, lamps: lampRefs, change } }) => {
    if (zoneId === null) return work.fail('NO_ZONE_SELECTED')
    if (lampRefs.length === 0 && change !== 'set') return work.fail('NO_DEVICE_SELECTED')
    auditZone(work, (await zoneRows.find(work.tx, plantId, zoneId)) ?? work.fail('ZONE_NOT_FOUND'))
    const lamps = await requireLampsAt(work, plantId, listLampPositions(lampRefs))
    if (change === 'set') await zoneLamps.removeAll(work.tx, zoneId)
    if (change === 'remove') await zoneLamps.remove(work.tx, zoneId, lamps)
    else await zoneLamps.add(work.tx, zoneId, lamps)
    work.broadcast({ plant: plantId }, 'updateZoneLamps', { plant_id: plantId, zone_id: zoneId })
    return {}
  },
}
