import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiFailure } from '@vigilux/client/failure.ts'
import { fetchFromServer, post } from '@vigilux/client/http.ts'
import type { DemoControl, DemoPlant, DemoSpeed, DemoState } from '@vigilux/contract/demo.ts'
import { parseData } from '../shared/api/call.ts'

const speedKey = ['demo', 'speed'] as const
/** Another visitor may change it; no event reports the change. */
const speedRefetchMs = 10_000
const plantRefetchMs = 3_000

const plantKey = (plantId: string) => ['demo', 'plant', plantId] as const

const read = async <T>(path: string, signal: AbortSignal): Promise<T> =>
  (await parseData(await fetchFromServer(path, { signal }))) as T
const postJson = async <T>(path: string, body: object): Promise<T> => (await parseData(await post(path, body))) as T

/** The people to choose from; the speed comes with them, to draw the page in one go. */
export function useDemoPeople(): UseQueryResult<DemoState, ApiFailure> {
  const queries = useQueryClient()
  return useQuery<DemoState, ApiFailure>({
    queryKey: ['demo', 'people'],
    queryFn: async ({ signal }) => {
      const state = await read<DemoState>('/dev/demo', signal)
      queries.setQueryData<DemoSpeed>(speedKey, { speed: state.speed })
      return state
    },
  })
}

/** How fast the estate lives, and how to change it for everybody. */
export function useDemoSpeed() {
  const queries = useQueryClient()
  const { data } = useQuery<DemoSpeed, ApiFailure>({
    queryKey: speedKey,
    queryFn: ({ signal }) => read<DemoSpeed>('/dev/demo/speed', signal),
    refetchInterval: speedRefetchMs,
  })
  const change = useMutation<DemoSpeed, ApiFailure, DemoSpeed>({
    mutationFn: async (speedRequest) => {
      await queries.cancelQueries({ queryKey: speedKey })
      return postJson<DemoSpeed>('/dev/demo/speed', speedRequest)
    },
    onSuccess: (now) => queries.setQueryData(speedKey, now),
  })
  return { speed: data ? data.speed : undefined, change }
}

/** The simulated units of a plant, polled while they are shown. */
export function useDemoPlant(plantId: string): UseQueryResult<DemoPlant, ApiFailure> {
  return useQuery<DemoPlant, ApiFailure>({
    queryKey: plantKey(plantId),
    queryFn: ({ signal }) => read<DemoPlant>(`/dev/demo/plants/${plantId}`, signal),
    refetchInterval: plantRefetchMs,
    staleTime: 0,
  })
}

/** Does something to a plant; the answer is how its units are then. */
export function useDemoControl() {
  const queries = useQueryClient()
  return useMutation<DemoPlant, ApiFailure, DemoControl>({
    mutationFn: async (controlRequest) => {
      await queries.cancelQueries({ queryKey: plantKey(controlRequest.plantId) })
      return postJson<DemoPlant>('/dev/demo/control', controlRequest)
    },
    onSuccess: (now, { plantId }) => queries.setQueryData(plantKey(plantId), now),
  })
}
