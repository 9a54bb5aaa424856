import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** Keeps the open enrolment and the open unit as the server reports them. */
export const centralUnitPatches: RealtimePatches = {
  // The event carries what every list shows; the rest of what the unit told is read again where its page is open.
  shadow: (cache, { unit }) => {
    const ofUnit = (input: { cuId: string; cuType: string }) =>
      input.cuId === unit.cu_id && input.cuType === unit.cu_type
    cache.refetch('getShadow', ofUnit)
    cache.refetch('getUnitEntries', ofUnit)
  },
  // A unit that was taken, or left out, has an entry more, and no enrolment yet.
  saveCu: (cache, { plant_id, unit }) => {
    const ofUnit = (input: { plantId: string; cuId: string; cuType: string }) =>
      input.plantId === plant_id && input.cuId === unit.cu_id && input.cuType === unit.cu_type
    cache.refetch('getUnitEntries', ofUnit)
    cache.refetch('enrollCuAck', ofUnit)
  },
  enrollCuAck: (cache, { plant_id, enrolment }) => {
    cache.update(
      'enrollCuAck',
      (input) => input.plantId === plant_id && input.cuId === enrolment.cu_id && input.cuType === enrolment.cu_type,
      () => ({ enrolment }),
    )
    if (enrolment.outcome === 'ok') cache.refetch('getPlantDetails', (input) => input.plantId === plant_id)
  },
}
