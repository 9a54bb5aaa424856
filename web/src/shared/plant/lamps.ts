import { keepPreviousData, type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ApiFailure } from '@vigilux/client/failure.ts'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { ActionInput, ActionOutput } from '../api/actions.ts'
import { call } from '../api/call.ts'
import { actionKey } from '../api/use-action.ts'
import { useQueryAnswer } from '../api/use-answer.ts'
import { withOfflineFallback } from '../offline/offline-fallback.ts'

export type { DeviceList }
export type LampsAnswer = ActionOutput<'getLamps'>

/** Lamps of the first answer: all of a full unit. The server chooses the length of further answers. */
const firstPageSize = 1_000

/** Appends an answer to the lamps read so far; a lamp updated by an event meanwhile is newer. */
export function appendAnswer(earlier: LampsAnswer, answer: LampsAnswer): LampsAnswer {
  const knownKeys = new Set(earlier.lamps.map(keyOf))
  const newLamps = answer.lamps.filter((lamp) => !knownKeys.has(keyOf(lamp)))
  return { lamps: [...earlier.lamps, ...newLamps], total: answer.total, next: answer.next }
}

const keyOf = ({ cu, id }: Lamp): string => `${cu}.${id}`

type Reading = { signal: AbortSignal; client: QueryClient }

/**
 * Reads until there is no next position. Partial lists are in the cache with a `next`, unless a complete earlier list
 * is there, which stays until all is read.
 */
async function readAll(input: ActionInput<'getLamps'>, { signal, client }: Reading): Promise<LampsAnswer> {
  const key = actionKey('getLamps', input)
  const cachedAnswer = client.getQueryData<LampsAnswer>(key)
  const showsProgress = cachedAnswer === undefined || cachedAnswer.next !== null
  let read: LampsAnswer = await call('getLamps', { ...input, limit: firstPageSize }, { signal })
  while (read.next) {
    if (showsProgress) client.setQueryData<LampsAnswer>(key, read)
    const after = read.next
    const answer = await call('getLamps', { ...input, after }, { signal })
    // Continuing from the same position would never end.
    if (answer.next?.cu === after.cu && answer.next.id === after.id) throw new ApiFailure('internal_error', 200)
    read = appendAnswer((showsProgress ? client.getQueryData<LampsAnswer>(key) : undefined) ?? read, answer)
  }
  return read
}

/** Every device of a list, cached under `getLamps` for patches by events. */
export function lampsQuery(plantId: string, list: DeviceList) {
  const input = { plantId, devicesType: list }
  const queryKey = actionKey('getLamps', input)
  return {
    queryKey,
    queryFn: ({ signal, client }: Reading) =>
      withOfflineFallback(readAll(input, { signal, client }), { client, queryKey }),
  }
}

/** The list as it loads: while its `next` is not null, more is being read, or could not be. */
export function useStreamedLamps(plantId: string, list: DeviceList): UseQueryResult<LampsAnswer, ApiFailure> {
  return useQuery<LampsAnswer, ApiFailure>({ ...lampsQuery(plantId, list), placeholderData: keepPreviousData })
}

const completeOnly = (answer: LampsAnswer): LampsAnswer | undefined => (answer.next ? undefined : answer)

/** Every device of a list, once the list is complete. */
export function useAllLamps(plantId: string, list: DeviceList = 'all'): readonly Lamp[] {
  return useQueryAnswer<LampsAnswer, LampsAnswer | undefined>({
    ...lampsQuery(plantId, list),
    placeholderData: keepPreviousData,
    select: completeOnly,
  }).lamps
}

/** Menu entries for lists of lamps and other devices. */
export const listOfKind: Readonly<Record<string, DeviceList>> = {
  all: 'all',
  emergency: 'emergency',
  lighting: 'lighting',
  sensors: 'other',
  other: 'other',
}

/** The address segment of a list, as in the menu. */
export const kindOfList: Readonly<Record<DeviceList, string>> = {
  all: 'all',
  emergency: 'emergency',
  lighting: 'lighting',
  other: 'sensors',
}
