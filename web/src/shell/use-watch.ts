import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { actionKey } from '../shared/api/use-action.ts'
import { watchedPlant } from '../shared/plant/plant.ts'
import { useLiveStatus } from '../shared/realtime/realtime.ts'

/** Keeps the own socket watching the open plant: after the first connect, a reconnect, and on coming back to a plant. */
export function useWatch(plantId: string): void {
  const socketId = useLiveStatus()?.socketId
  const queries = useQueryClient()
  useEffect(() => {
    if (!socketId || watchedPlant(socketId) === plantId) return
    void queries.invalidateQueries({ queryKey: actionKey('getPlantDetails', { plantId }) })
  }, [socketId, plantId, queries])
}
