import type { EventData } from '@vigilux/contract/events.ts'
import { patchPlantDetails, upsert } from '../../shared/plant/plant.ts'
import { topicOf } from '../../shared/plant/unit-topic.ts'
import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'

type UnitId = { cu_type: string; cu_id: string }
const isUnit = (one: UnitId) => (other: UnitId) => one.cu_type === other.cu_type && one.cu_id === other.cu_id

const upsertUnit = (cache: CachePatcher, { plant_id, unit }: EventData<'saveCu'>): void =>
  patchPlantDetails(cache, plant_id, (details) => ({ ...details, units: upsert(details.units, unit, isUnit(unit)) }))

/** Keeps a plant's units, the open enrolment and the open unit in sync. */
export const centralUnitPatches: RealtimePatches = {
  // The event carries the fields of all lists; the rest is refetched where the unit's page is open.
  shadow: (cache, received) => {
    upsertUnit(cache, received)
    const { unit } = received
    cache.refetch('getShadow', ({ cuId, cuType }) => cuId === unit.cu_id && cuType === unit.cu_type)
    cache.refetch('getUnitEntries', ({ topic }) => topic === topicOf(unit))
  },
  // A saved or excluded unit has one entry more, and no enrolment yet.
  saveCu: (cache, received) => {
    upsertUnit(cache, received)
    const { plant_id, unit } = received
    const isThisUnit = (input: { plantId: string; topic: string }) =>
      input.plantId === plant_id && input.topic === topicOf(unit)
    cache.refetch('getUnitEntries', isThisUnit)
    cache.refetch('enrollCuAck', isThisUnit)
  },
  removeCu: (cache, { plant_id, ...gone }) => {
    patchPlantDetails(cache, plant_id, (details) => ({
      ...details,
      units: details.units.filter((unit) => !isUnit(gone)(unit)),
    }))
    // With expired Pro, units of another type may be enabled now.
    cache.refetch('getPlantDetails', (input) => input.plantId === plant_id)
  },
  keepalive: (cache, { plant_id, cu_connected, last_seen, ...received }) =>
    patchPlantDetails(cache, plant_id, (details) => ({
      ...details,
      units: details.units.map((unit) =>
        isUnit(received)(unit)
          ? { ...unit, cu_connected, last_seen, connection: cu_connected ? 'connected' : 'disconnected' }
          : unit,
      ),
    })),
  enrollCuAck: (cache, { plant_id, enrolment }) => {
    cache.update(
      'enrollCuAck',
      (input) => input.plantId === plant_id && input.topic === topicOf(enrolment),
      () => ({ enrolment }),
    )
    if (enrolment.outcome === 'ok') cache.refetch('getPlantDetails', (input) => input.plantId === plant_id)
  },
}
