import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { AnswerCache } from './answer-cache.ts'

/** A read whose answers are given by the test, in turn. */
function createRead() {
  const pending: ((answer: number) => void)[] = []
  const queryFn = () => new Promise<number>((resolve) => pending.push(resolve))
  return { pending, query: { queryKey: ['getNumber'], queryFn, staleTime: Number.POSITIVE_INFINITY } }
}

test('an answer invalidated during its first read is read again', async () => {
  const cache = new AnswerCache()
  const { pending, query } = createRead()
  const unsubscribe = new QueryObserver(cache, query).subscribe(() => undefined)
  const invalidated = cache.invalidateQueries({ queryKey: ['getNumber'] })
  pending[0]?.(1)
  await expect.poll(() => pending.length).toBe(2)
  pending[1]?.(2)
  await invalidated
  expect(cache.getQueryData(['getNumber'])).toBe(2)
  expect(pending).toHaveLength(2)
  unsubscribe()
})

test('an answer invalidated during its prefetch is stale when its page opens', async () => {
  const cache = new AnswerCache()
  const { pending, query } = createRead()
  const prefetch = cache.prefetchQuery(query)
  const invalidated = cache.invalidateQueries({ queryKey: ['getNumber'] })
  pending[0]?.(1)
  await Promise.all([prefetch, invalidated])
  expect(cache.getQueryState(['getNumber'])).toMatchObject({ data: 1, isInvalidated: true })
})

test('a later read that is invalidated restarts once', async () => {
  const cache = new AnswerCache()
  const { pending, query } = createRead()
  cache.setQueryData(['getNumber'], 0)
  const observer = new QueryObserver(cache, query)
  const unsubscribe = observer.subscribe(() => undefined)
  void observer.refetch()
  const invalidated = cache.invalidateQueries({ queryKey: ['getNumber'] })
  expect(pending).toHaveLength(2)
  pending[1]?.(2)
  await invalidated
  expect(cache.getQueryData(['getNumber'])).toBe(2)
  expect(pending).toHaveLength(2)
  unsubscribe()
})
