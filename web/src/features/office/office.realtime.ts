import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Keeps lines of the offices' lists in sync; totals are refetched periodically. */
export const officePatches: RealtimePatches = {
  plantCounts: (cache, { plant_id, condition, units, lamps, counts, attention }) => {
    for (const name of ['getSummaryPlants', 'getAldiPlants'] as const)
      cache.update(
        name,
        () => true,
        (answer) => ({
          ...answer,
          plants: answer.plants.map((plant) =>
            plant.plant_id === plant_id
              ? { ...plant, condition, units, lamps, not_ok: lamps - counts.ok, cause: attention[0] ?? null }
              : plant,
          ),
        }),
      )
  },
}
