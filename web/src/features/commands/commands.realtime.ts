import { patchPlantDetails, upsert } from '../../shared/plant/plant.ts'
import type { RealtimePatches } from '../../shared/realtime/realtime.ts'

/** Keeps a plant's commands in sync. */
export const commandPatches: RealtimePatches = {
  response: (cache, { plant_id, command }) =>
    patchPlantDetails(cache, plant_id, (details) => ({
      ...details,
      commands: upsert(details.commands, command, ({ id }) => id === command.id),
    })),
}
