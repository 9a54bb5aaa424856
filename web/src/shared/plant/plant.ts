import { keepPreviousData, type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import type { ActionInput, ActionOutput } from '../api/actions.ts'
import type { ApiFailure } from '../api/api-failure.ts'
import { call } from '../api/call.ts'
import { ownSocketId } from '../api/channel.ts'
import { actionKey } from '../api/use-action.ts'
import { useAnswer } from '../api/use-answer.ts'
import { withOfflineFallback } from '../offline/offline-fallback.ts'
import { recordServerTime } from './server-clock.ts'

/** A socket watches one plant at a time: the one that was read last with its id. */
let watch: { socketId: string; plantId: string } | undefined

export function findWatchedPlant(socketId: string): string | undefined {
  return watch?.socketId === socketId ? watch.plantId : undefined
}

/** The socket watches no plant any more; whatever it missed of the others is for the caller to read again. */
export async function unwatchPlant(socketId: string): Promise<void> {
  watch = undefined
  await call('leavePlant', { socketId })
}

export type PlantDetails = ActionOutput<'getPlantDetails'>

/**
 * Everything the plant pages share, kept under `['getPlantDetails', { plantId }]`. Reading it makes the own socket a
 * watcher of the plant; the socket id is no part of the key, so a reconnect reads the same answer again.
 */
export function plantDetailsQuery(plantId: string) {
  const queryKey = actionKey('getPlantDetails', { plantId })
  return {
    queryKey,
    queryFn: ({ signal, client }: { signal: AbortSignal; client: QueryClient }) => {
      const id = ownSocketId()
      if (id) watch = { socketId: id, plantId }
      const asked = call('getPlantDetails', { plantId, ...(id ? { socketId: id } : {}) }, { signal }).then(
        (details) => {
          recordServerTime(details.servedAt)
          return details
        },
      )
      return withOfflineFallback(asked, { client, queryKey })
    },
  }
}

export function usePlantDetails(plantId: string, enabled = true): UseQueryResult<PlantDetails, ApiFailure> {
  return useQuery<PlantDetails, ApiFailure>({ ...plantDetailsQuery(plantId), enabled })
}

/** The plant in the address, if the page belongs to one. */
export function usePlantId(): string | undefined {
  return useMatches({
    select: (matches) => (matches.at(-1)?.params as { plantId?: string } | undefined)?.plantId,
  })
}

/** The plant of the page; plant pages are drawn only once it was read. */
export function useCurrentPlant(): PlantDetails & { plantId: string } {
  const plantId = usePlantId() ?? ''
  const { data } = usePlantDetails(plantId)
  if (!data) throw new Error('used outside the plant pages')
  return { ...data, plantId }
}

/** The plants of the person, worst first; those of the question before while newer ones are fetched. */
export function usePlants(input: ActionInput<'getAllPlants'>) {
  return useAnswer('getAllPlants', input, { placeholderData: keepPreviousData })
}
