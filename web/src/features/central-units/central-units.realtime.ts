import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** Keeps the open enrolment as the server tells it. */
export const centralUnitPatches: RealtimePatches = {
  enrollCuAck: (cache, { plant_id, enrolment }) => {
    cache.update(
      'enrollCuAck',
      (input) => input.plantId === plant_id && input.cuId === enrolment.cu_id && input.cuType === enrolment.cu_type,
      () => ({ enrolment }),
    )
    if (enrolment.outcome === 'ok') cache.refetch('getPlantDetails', (input) => input.plantId === plant_id)
  },
}
