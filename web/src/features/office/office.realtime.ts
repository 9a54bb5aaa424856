import type { RealtimePatches } from '../../shared/realtime/event-buffer.ts'

/** Keeps the lines of the offices' lists as the server reports them; what the lists amount to is read again now and then. */
export const officePatches: RealtimePatches = {
  plantCounts: (cache, { plant_id, condition, units, lamps, counts }) => {
    for (const name of ['getSummaryPlants', 'getAldiPlants'] as const)
      cache.update(
        name,
        () => true,
        (answer) => ({
          ...answer,
          plants: answer.plants.map((plant) =>
            plant.plant_id === plant_id ? { ...plant, condition, units, lamps, not_ok: lamps - counts.ok } : plant,
          ),
        }),
      )
  },
}
