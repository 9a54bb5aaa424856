import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { useMatches } from '@tanstack/react-router'
import type { ActionInput, ActionOutput } from '../api/actions.ts'
import type { ApiFailure } from '../api/api-failure.ts'
import { call } from '../api/call.ts'
import { actionKey, useAction } from '../api/use-action.ts'
import { useSocketId } from '../realtime/realtime.ts'

export type PlantDetails = ActionOutput<'getPlantDetails'>

/**
 * Everything the plant pages share, kept under `['getPlantDetails', { plantId }]`. Reading it makes the own socket a
 * watcher of the plant; the socket id is no part of the key, so a reconnect reads the same answer again.
 */
export function usePlantDetails(plantId: string): UseQueryResult<PlantDetails, ApiFailure> {
  const socketId = useSocketId()
  return useQuery<PlantDetails, ApiFailure>({
    queryKey: actionKey('getPlantDetails', { plantId }),
    queryFn: ({ signal }) => {
      const id = socketId()
      return call('getPlantDetails', { plantId, ...(id ? { socketId: id } : {}) }, signal)
    },
  })
}

/** The plant in the address, if the page belongs to one. */
export function usePlantId(): string | undefined {
  return useMatches({
    select: (matches) => (matches.at(-1)?.params as { plantId?: string } | undefined)?.plantId,
  })
}

/** The plants of the person, worst first. */
export function usePlants(input: ActionInput<'getAllPlants'> = {}) {
  return useAction('getAllPlants', input, { placeholderData: keepPreviousData })
}

export type { PlantRole }
