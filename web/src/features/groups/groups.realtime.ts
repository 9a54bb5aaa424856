import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Keeps group names in sync. */
export const groupPatches: RealtimePatches = {
  saveGroup: (cache, { plant_id, group }) =>
    cache.update(
      'getGroups',
      (input) => input.plantId === plant_id,
      ({ groups }) => {
        const otherGroups = groups.filter((other) => other.cu !== group.cu || other.group !== group.group)
        return { groups: [...otherGroups, group] }
      },
    ),
}
