import type { QueryClient } from '@tanstack/react-query'
import { createFileName } from '@vigilux/contract/features/files/file.rules.ts'
import { actionKey } from './api/use-action.ts'
import { browserTimeZone, todayIn } from './format/wall-time.ts'
import type { PlantDetails } from './plant/plant.ts'

/**
 * Names a file that is saved from a page, by what it is in the person's words and by its type, as the server names what it makes. `plantId` is
 * of the plant of the page, if it is one's.
 */
export function fileName(
  what: { title: string; type: string },
  queries: QueryClient,
  plantId: string | undefined,
): string {
  const plant = plantId
    ? queries.getQueryData<PlantDetails>(actionKey('getPlantDetails', { plantId }))?.plant
    : undefined
  return createFileName({ ...what, day: todayIn(plant?.timezone ?? browserTimeZone), plantname: plant?.plantname })
}
