import { keepPreviousData, type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import type { ApiFailure } from '@vigilux/client/failure.ts'
import type { ActionInput, ActionOutput } from '../api/actions.ts'
import { call } from '../api/call.ts'
import { actionKey, ownSocketId } from '../api/use-action.ts'
import { useAnswer } from '../api/use-answer.ts'
import { withOfflineFallback } from '../offline/offline-fallback.ts'
import type { CachePatcher } from '../realtime/realtime.ts'
import { recordServerTime } from './server-clock.ts'

/** Patches the answer shared by all pages of a plant; each feature patches its own part. */
export function patchPlantDetails(
  cache: CachePatcher,
  plantId: string,
  change: (details: ActionOutput<'getPlantDetails'>) => ActionOutput<'getPlantDetails'>,
): void {
  cache.update('getPlantDetails', (input) => input.plantId === plantId, change)
}

/** Refetches the plant and the lists with it. */
export function invalidatePlant(cache: CachePatcher, plantId: string): void {
  cache.refetch('getAllPlants')
  cache.refetch('getPlantDetails', (input) => input.plantId === plantId)
}

/** The list with the item replaced, or appended when it is new. */
export function upsert<Item>(items: readonly Item[], item: Item, isSameItem: (other: Item) => boolean): Item[] {
  return items.some(isSameItem) ? items.map((other) => (isSameItem(other) ? item : other)) : [...items, item]
}

/** The plant watched by the socket: one at a time, the last one read with the socket's id. */
let watchedPlant: { socketId: string; plantId: string } | undefined

export function findWatchedPlant(socketId: string): string | undefined {
  return watchedPlant?.socketId === socketId ? watchedPlant.plantId : undefined
}

/** Stops watching; the caller refetches the events of other plants missed by the socket. */
export async function unwatchPlant(socketId: string): Promise<void> {
  watchedPlant = undefined
  await call('leavePlant', { socketId })
}

export type PlantDetails = ActionOutput<'getPlantDetails'>

/**
 * The data all plant pages share, cached under `['getPlantDetails', { plantId }]`. Reading it makes the own socket a
 * watcher of the plant; the socket id is not part of the key, so a reconnect refreshes the same answer.
 */
export function plantDetailsQuery(plantId: string) {
  const queryKey = actionKey('getPlantDetails', { plantId })
  return {
    queryKey,
    queryFn: ({ signal, client }: { signal: AbortSignal; client: QueryClient }) => {
      const id = ownSocketId()
      if (id) watchedPlant = { socketId: id, plantId }
      const pendingAnswer = call('getPlantDetails', { plantId, ...(id ? { socketId: id } : {}) }, { signal }).then(
        (details) => {
          recordServerTime(details.servedAt)
          return details
        },
      )
      return withOfflineFallback(pendingAnswer, { client, queryKey })
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

/** The plant of the page; plant pages render only after it was read. */
export function useCurrentPlant(): PlantDetails & { plantId: string } {
  const plantId = usePlantId() ?? ''
  const { data } = usePlantDetails(plantId)
  if (!data) throw new Error('used outside the plant pages')
  return { ...data, plantId }
}

/** The person's plants, worst first; shows the previous input's plants while new ones are fetched. */
export function usePlants(input: ActionInput<'getAllPlants'>) {
  return useAnswer('getAllPlants', input, { placeholderData: keepPreviousData })
}
