import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { actionKey } from '../shared/api/use-action.ts'
import { findWatchedPlant, unwatchPlant } from '../shared/plant/plant.ts'
import { useLiveStatus } from '../shared/realtime/realtime.ts'

/**
 * Reads the plant with the socket's id, which makes the socket a watcher, and then refetches the earlier reads, because
 * events in between did not reach this socket.
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

/** Makes the socket watch the open plant: at first, after a reconnect, and on returning to a plant. */
export function useWatchPlant(plantId: string, isRead: boolean): void {
  const socketId = useLiveStatus()?.socketId
  const queries = useQueryClient()
  useEffect(() => {
    // A first read in flight cannot be restarted: its answer is read again with the socket's id.
    if (!socketId || !isRead || findWatchedPlant(socketId) === plantId) return
    void watchPlant(queries, plantId)
  }, [socketId, plantId, isRead, queries])
}

/** On pages without a plant the own socket watches none, and receives the stats of all plants instead. */
export function useUnwatchPlant(): void {
  const socketId = useLiveStatus()?.socketId
  const queries = useQueryClient()
  useEffect(() => {
    if (!socketId || findWatchedPlant(socketId) === undefined) return
    // A socket still watching receives too little, never too much: the list is refetched in any case.
    void unwatchPlant(socketId)
      .catch(() => undefined)
      .then(() => queries.invalidateQueries({ queryKey: actionKey('getAllPlants') }))
  }, [socketId, queries])
}
