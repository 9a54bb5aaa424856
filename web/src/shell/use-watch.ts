import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { actionKey } from '../shared/api/use-action.ts'
import { watchedPlant } from '../shared/plant/plant.ts'
import { useLiveStatus } from '../shared/realtime/realtime.ts'

/** Keeps the own socket watching the open plant: after the first connect, a reconnect, and on coming back to a plant. */
export function useWatch(plantId: string, isRead: boolean): void {
  const socketId = useLiveStatus()?.socketId
  const queries = useQueryClient()
  useEffect(() => {
    // A first read that is still under way cannot be begun anew: what it brings is read again with the socket's id.
    if (!socketId || !isRead || watchedPlant(socketId) === plantId) return
    void queries.invalidateQueries({ queryKey: actionKey('getPlantDetails', { plantId }) })
  }, [socketId, plantId, isRead, queries])
}
