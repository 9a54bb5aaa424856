import { useQueryClient } from '@tanstack/react-query'
import { actionKey } from './api/use-action.ts'
import { type PlantDetails, usePlantId } from './plant/plant.ts'

/** Names a file that is saved from this page, by what it is in the person's words and by its type: as the server names what it makes. */
export function useFileName(): (title: string, type: string) => Promise<string> {
  const queries = useQueryClient()
  const plantId = usePlantId()
  return async (title, type) => {
    const details = plantId && queries.getQueryData<PlantDetails>(actionKey('getPlantDetails', { plantId }))
    // Fetched when the first file is saved: no page is drawn with it.
    const { madeFileName } = await import('@vigilux/contract/features/files/file.rules.ts')
    // Swedes write the day of their clock as ISO 8601 does.
    const day = new Date().toLocaleDateString('sv')
    return madeFileName({ title, day, type, plantname: details ? details.plant.plantname : undefined })
  }
}
