import { QueryClient } from '@tanstack/react-query'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { mergeLamps } from '../../features/lamps/lamps.realtime.ts'
import { type LampsAnswer, lampsQuery } from './lamps.ts'

afterEach(() => vi.unstubAllGlobals())

const plantId = '00000000-0000-4000-8000-000000000001'
const lamp = (id: number, description = '') => ({ cu: 'logica_0A1B2C', id, type: 'emergency', description }) as Lamp
const total = 5

/** A fake server of five lamps with two in each answer, on request of the test. */
function slowServer() {
  const requests: { after?: { id: number }; limit?: number; answer: () => void }[] = []
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    const input = JSON.parse(String(init?.body)) as { after?: { id: number }; limit?: number }
    const from = input.after?.id ?? 0
    const lamps = [1, 2, 3, 4, 5].filter((id) => id > from && id <= from + 2).map((id) => lamp(id))
    const last = from + 2 < total ? { cu: 'logica_0A1B2C', id: from + 2 } : null
    return new Promise((resolve) => {
      requests.push({ ...input, answer: () => resolve(Response.json({ data: { lamps, total, next: last } })) })
    })
  })
  return requests
}
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })
const query = lampsQuery(plantId, 'all')
const cachedAnswer = (queries: QueryClient) => queries.getQueryData<LampsAnswer>(query.queryKey)
const ids = (answer: LampsAnswer | undefined) => answer?.lamps.map(({ id }) => id)

test('a list is shown with its first answer and grows', async () => {
  const requests = slowServer()
  const queries = client()
  const all = queries.fetchQuery(query)
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.limit).toBe(1_000)
  requests[0]?.answer()
  await vi.waitFor(() => expect(ids(cachedAnswer(queries))).toEqual([1, 2]))
  expect(cachedAnswer(queries)?.next).not.toBeNull()
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  requests[1]?.answer()
  await vi.waitFor(() => expect(requests).toHaveLength(3))
  expect(ids(cachedAnswer(queries))).toEqual([1, 2, 3, 4])
  requests[2]?.answer()
  expect(ids(await all)).toEqual([1, 2, 3, 4, 5])
  expect(cachedAnswer(queries)).toMatchObject({ total, next: null })
})

test('updates of lamps during loading are kept without duplicates', async () => {
  const requests = slowServer()
  const queries = client()
  const all = queries.fetchQuery(query)
  const mergeReported = (...reportedLamps: Lamp[]) =>
    queries.setQueryData<LampsAnswer>(query.queryKey, (answer) => answer && mergeLamps(answer, reportedLamps, 'all'))
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  requests[0]?.answer()
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  mergeReported(lamp(1, 'told'), lamp(4, 'told'))
  expect(cachedAnswer(queries)?.total).toBe(total)
  requests[1]?.answer()
  await vi.waitFor(() => expect(requests).toHaveLength(3))
  requests[2]?.answer()
  const { lamps } = await all
  expect(lamps.map(({ id, description }) => `${id}${description}`).sort()).toEqual(['1told', '2', '3', '4told', '5'])
  expect(cachedAnswer(queries)?.total).toBe(total)
})

test('a complete list stays complete while it is reloaded', async () => {
  const requests = slowServer()
  const queries = client()
  queries.setQueryData(query.queryKey, { lamps: [1, 2, 3, 4, 5].map((id) => lamp(id)), total, next: null })
  const all = queries.fetchQuery({ ...query, staleTime: 0 })
  for (let n = 0; n < 3; n++) {
    await vi.waitFor(() => expect(requests).toHaveLength(n + 1))
    expect(ids(cachedAnswer(queries))).toEqual([1, 2, 3, 4, 5])
    requests[n]?.answer()
  }
  expect(ids(await all)).toEqual([1, 2, 3, 4, 5])
})

test('an answer that repeats its cursor is a failure instead of an endless read', async () => {
  const data = { lamps: [lamp(1)], total, next: { cu: 'logica_0A1B2C', id: 1 } }
  let requestCount = 0
  vi.stubGlobal('fetch', async () => {
    requestCount += 1
    if (requestCount > 10) throw new Error('it goes on and on')
    return Response.json({ data })
  })
  await expect(client().fetchQuery(query)).rejects.toMatchObject({ code: 'internal_error' })
})
