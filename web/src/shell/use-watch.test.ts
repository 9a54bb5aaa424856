import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { AnswerCache } from '../shared/api/answer-cache.ts'
import { actionKey } from '../shared/api/use-action.ts'
import { watchPlant } from './use-watch.ts'

test('reads from before the watch are repeated for this plant only', async () => {
  const queries = new AnswerCache({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  const reads: string[] = []
  const watchedKeys = [
    actionKey('getPlantDetails', { plantId: 'here' }),
    actionKey('getLamps', { plantId: 'here', devicesType: 'all' }),
    actionKey('getLamps', { plantId: 'elsewhere', devicesType: 'all' }),
    actionKey('getUserInfos', {}),
  ]
  const unsubscribers = watchedKeys.map((queryKey) => {
    const queryFn = async () => reads.push(JSON.stringify(queryKey))
    return new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined)
  })
  await expect.poll(() => queries.isFetching()).toBe(0)
  reads.length = 0
  await expect
    .poll(
      () =>
        Date.now() >
        Math.max(
          ...queries
            .getQueryCache()
            .getAll()
            .map((one) => one.state.dataUpdatedAt),
        ),
    )
    .toBe(true)
  await watchPlant(queries, 'here')
  expect(reads).toEqual([watchedKeys[0], watchedKeys[1]].map((key) => JSON.stringify(key)))
  for (const end of unsubscribers) end()
})
