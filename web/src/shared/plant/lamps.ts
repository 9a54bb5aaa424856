import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { deviceLists } from '@vigilux/contract/features/lamps/lamps.actions.ts'
import type { ActionInput, ActionOutput } from '../api/actions.ts'
import type { ApiFailure } from '../api/api-failure.ts'
import { call } from '../api/call.ts'
import { actionKey } from '../api/use-action.ts'

export type DeviceList = (typeof deviceLists)[number]
export type LampsAnswer = ActionOutput<'getLamps'>

/** Reads on from the last position until there is no next one. */
async function readAll(input: ActionInput<'getLamps'>, signal: AbortSignal): Promise<LampsAnswer> {
  const lamps: Lamp[] = []
  let answer = await call('getLamps', input, signal)
  lamps.push(...answer.lamps)
  while (answer.next) {
    answer = await call('getLamps', { ...input, after: answer.next }, signal)
    lamps.push(...answer.lamps)
  }
  return { lamps, total: answer.total, next: null }
}

/** Every device of a list, kept under `getLamps` so that events patch it. */
export function useLamps(plantId: string, list: DeviceList): UseQueryResult<LampsAnswer, ApiFailure> {
  const input = { plantId, devicesType: list }
  return useQuery<LampsAnswer, ApiFailure>({
    queryKey: actionKey('getLamps', input),
    queryFn: ({ signal }) => readAll(input, signal),
    placeholderData: keepPreviousData,
  })
}

/** The number of a lamp as it stands on labels and plans. */
export function lampNumber(id: number): string {
  return String(id).padStart(4, '0')
}
