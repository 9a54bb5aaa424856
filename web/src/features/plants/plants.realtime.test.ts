import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { emptyCounts } from '@vigilux/contract/features/plants/plant.rules.ts'
import { expect, test, vi } from 'vitest'
import { EventBuffer } from '../../shared/realtime/realtime.ts'
import { plantPatches } from './plants.realtime.ts'

const figures = { condition: 'ok', lamps: 3, counts: emptyCounts(), units: { total: 1, connected: 1 }, attention: [] }
const first = { plant_id: 'a', ...figures }
const second = { plant_id: 'b', ...figures }

/** A list on screen, sorted by state as by the server, and the number of its reads. */
const openList = async (plants: readonly (typeof first)[]) => {
  const queries = new QueryClient()
  const totals = { plants: 2, lamps: 6, units: 2, connected: 2 }
  let reads = 0
  const queryFn = () => {
    reads += 1
    return { plants, totals, conditions: { ...emptyCounts(), ok: 2 } }
  }
  const observer = new QueryObserver(queries, { queryKey: ['getAllPlants', {}], queryFn, staleTime: Infinity })
  const close = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(reads).toBe(1))
  const buffer = new EventBuffer(queries, plantPatches)
  const report = (data: object) => {
    buffer.add({ action: 'plantCounts', data: { ...figures, ...data } })
    buffer.flush()
  }
  return { report, reads: () => reads, close }
}

test.each([
  { what: 'its state', data: { plant_id: 'b', condition: 'error' } },
  { what: 'its number of lamps', data: { plant_id: 'b', lamps: 9 } },
  { what: 'the state of a plant on another page', data: { plant_id: 'c', condition: 'error' } },
])('a list of plants is resorted when a plant changes $what', async ({ data }) => {
  const list = await openList([first, second])
  list.report(data)
  await vi.waitFor(() => expect(list.reads()).toBe(2), { timeout: 3_000 })
  list.close()
})

test('a list of plants is not reloaded for changes without effect on its order', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const list = await openList([first, second])
  list.report({ plant_id: 'b', units: { total: 1, connected: 0 } })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(list.reads()).toBe(1)
  list.close()
  vi.useRealTimers()
})
