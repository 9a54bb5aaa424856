import type { QueryClient } from '@tanstack/react-query'
import { createFileName } from '@vigilux/contract/features/files/file.rules.ts'
import { actionKey } from './api/use-action.ts'
import { browserTimeZone, todayIn } from './format/wall-time.ts'
import type { PlantDetails } from './plant/plant.ts'

/**
 * Names a file saved by a page, from its title in the person's language and its type, as the server names its files.
 * `plantId` is set on pages of a plant.
 */
export function fileName(
  file: { title: string; type: string },
  queries: QueryClient,
  plantId: string | undefined,
): string {
  const plant = plantId
    ? queries.getQueryData<PlantDetails>(actionKey('getPlantDetails', { plantId }))?.plant
    : undefined
  return createFileName({ ...file, day: todayIn(plant?.timezone ?? browserTimeZone), plantname: plant?.plantname })
}
