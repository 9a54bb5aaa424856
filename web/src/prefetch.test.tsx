import { QueryClient } from '@tanstack/react-query'
import { cleanup, waitFor } from '@testing-library/react'
import { emptyCounts } from '@vigilux/contract/features/plants/plant.rules.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findPageAt, prefetchReads, startPrefetching } from './prefetch.ts'
import type { SessionUser } from './shared/session/session-api.ts'
import { person } from './testing/person.ts'
import { renderAt } from './testing/render.tsx'
import { stubSilentSocket } from './testing/silent-socket.ts'

const plantId = '00000000-0000-4000-8000-000000000001'
const details = {
  plant: { address: {}, counts: emptyCounts() },
  units: [],
  commands: [],
  servedAt: new Date(0).toISOString(),
}
const answers: Record<string, object> = {
  getAllPlants: { plants: [], total: 0, totals: { plants: 0, lamps: 0, units: 0, connected: 0 }, conditions: {} },
  getPlantDetails: details,
  getLamps: { lamps: [], total: 0, next: null },
}

let signedIn: SessionUser | null
let calls: { action: string }[]

beforeEach(() => {
  signedIn = person
  calls = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address.includes('get-session')) return Response.json({ data: signedIn })
    const { action, ...input } = JSON.parse(String(init?.body))
    calls.push({ action, ...input })
    return answers[action] ? Response.json({ data: answers[action] }) : Response.json({}, { status: 403 })
  })
  stubSilentSocket()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const createQueries = () => new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
const listActions = () => calls.map(({ action }) => action)

test.each([
  ['/home', 'getAllPlants', {}],
  ['/home?q=nord&page=2', 'getAllPlants', { search: 'nord', page: 2 }],
  [`/plantcentralunits/${plantId}`, 'getLamps', { plantId, devicesType: 'all' }],
  [`/plantcentralunits/${plantId}/sensors`, 'getLamps', { plantId, devicesType: 'other' }],
])('the first read of %s is prefetched and not repeated on render', async (path, action, input) => {
  const queries = createQueries()
  const { router } = await renderAt('/responsive', queries)
  startPrefetching(router, queries)
  router.history.push(path)
  await waitFor(() => expect(listActions()).toContain(action))
  expect(calls.find((one) => one.action === action)).toMatchObject(input)
  // The page itself loads later.
  const page = findPageAt(router)
  expect(page?.name).toBe(path.startsWith('/home') ? 'home' : 'devices')
  await waitFor(() => expect(document.querySelector('h1')).toBeTruthy())
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  expect(listActions().filter((one) => one === action)).toHaveLength(1)
})

test('a plant and its lamps are prefetched at the same time', async () => {
  const queries = createQueries()
  await prefetchReads(queries, { name: 'devices', params: { plantId }, search: {} })
  expect(listActions()).toEqual(['getPlantDetails', 'getLamps'])
})

test.each([
  ['nobody is signed in', null, 'home'],
  ['the person is suspended', { ...person, suspended: true }, 'home'],
  ['nobody is signed in', null, 'devices'],
  ['the page is for others', person, 'ntoUsers'],
  ['the page is for everybody', person, 'login'],
] as const)('%s: no prefetch', async (_title, user, name) => {
  signedIn = user
  await prefetchReads(createQueries(), { name, params: { plantId }, search: {} })
  expect(calls).toEqual([])
})

test('pages without a device list prefetch no lamps', async () => {
  await prefetchReads(createQueries(), {
    name: 'devices',
    params: { plantId, devicesType: 'centralunits' },
    search: {},
  })
  expect(listActions()).toEqual(['getPlantDetails'])
})
