import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { actionKey } from '../shared/api/use-action.ts'
import { findWatchedPlant, unwatchPlant } from '../shared/plant/plant.ts'
import { useLiveStatus } from '../shared/realtime/realtime.ts'

/**
 * Reads the plant with the socket's id, which makes it a watcher, and then again what was asked for before: what changed
 * in between was told to nobody here.
 */
export async function watchPlant(queries: QueryClient, plantId: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: actionKey('getPlantDetails', { plantId }) })
  const since = Date.now()
  await queries.invalidateQueries({
    predicate: ({ queryKey: [action, input], state }) =>
      action !== 'getPlantDetails' &&
      (input as { plantId?: string } | undefined)?.plantId === plantId &&
      (state.dataUpdatedAt < since || state.fetchStatus === 'fetching'),
  })
}

/** Keeps the own socket watching the open plant: after the first connect, a reconnect, and on coming back to a plant. */
export function useWatchPlant(plantId: string, isRead: boolean): void {
  const socketId = useLiveStatus()?.socketId
  const queries = useQueryClient()
  useEffect(() => {
    // A first read that is still under way cannot be begun anew: what it brings is read again with the socket's id.
    if (!socketId || !isRead || findWatchedPlant(socketId) === plantId) return
    void watchPlant(queries, plantId)
  }, [socketId, plantId, isRead, queries])
}

/** On a page of no plant the own socket watches none, and is told of the figures of all plants instead. */
export function useUnwatchPlant(): void {
  const socketId = useLiveStatus()?.socketId
  const queries = useQueryClient()
  useEffect(() => {
    if (!socketId || findWatchedPlant(socketId) === undefined) return
    // A socket that could not leave is told too little, never too much: the list is read again in any case.
    void unwatchPlant(socketId)
      .catch(() => undefined)
      .then(() => queries.invalidateQueries({ queryKey: actionKey('getAllPlants') }))
  }, [socketId, queries])
}
