import type { QueryClient } from '@tanstack/react-query'
import { madeFileName } from '@vigilux/contract/features/files/file.rules.ts'
import { actionKey } from './api/use-action.ts'
import { today } from './format/today.ts'
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
  const details = plantId && queries.getQueryData<PlantDetails>(actionKey('getPlantDetails', { plantId }))
  return madeFileName({ ...what, day: today(), plantname: details ? details.plant.plantname : undefined })
}
