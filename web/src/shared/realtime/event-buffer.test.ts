import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { lampPatches } from '../../features/lamps/lamps.realtime.ts'
import { realtimePatches } from '../../realtime-patches.ts'
import { EventBuffer } from './realtime.ts'

const plant_id = 'P'
const quickTiming = { minMs: 1, maxMs: 1 }
const key = ['getPlantDetails', { plantId: plant_id }]

function cached() {
  const queries = new QueryClient()
  queries.setQueryData(key, { plant: { plant_id, lamps: 1 }, units: [], commands: [], tests: [] })
  queries.setQueryData(['getPlantDetails', { plantId: 'Q' }], { plant: { plant_id: 'Q', lamps: 5 } })
  return queries
}

describe('realtime events', () => {
  test('are applied at once after a cheap batch', async () => {
    vi.useFakeTimers()
    try {
      const queries = cached()
      const buffer = new EventBuffer(queries, realtimePatches)
      for (let lamps = 2; lamps <= 9; lamps += 1) {
        buffer.add({ action: 'plantCounts', data: { plant_id, lamps } })
        await vi.advanceTimersByTimeAsync(20)
        expect(queries.getQueryData(key)).toMatchObject({ plant: { lamps } })
      }
    } finally {
      vi.useRealTimers()
    }
  })

  test('are batched after an expensive batch to limit rendering to a fifth of the time', async () => {
    vi.useFakeTimers()
    try {
      const queries = cached()
      const drawMs = 30
      const writes = vi.spyOn(queries, 'setQueryData').mockImplementation((_key, answer) => {
        // Rendering takes this long.
        vi.advanceTimersByTime(drawMs)
        return answer as never
      })
      const buffer = new EventBuffer(queries, realtimePatches)
      const startedAt = performance.now()
      while (performance.now() - startedAt < 3000) {
        buffer.add({ action: 'plantCounts', data: { plant_id, lamps: 2 + Math.round(performance.now()) } })
        await vi.advanceTimersByTimeAsync(5)
      }
      expect(writes.mock.calls.length * drawMs).toBeLessThanOrEqual(3000 / 5 + drawMs)
      expect(writes.mock.calls.length).toBeGreaterThan(10)
    } finally {
      vi.useRealTimers()
    }
  })

  test('are applied at once after a quiet time, and the following ones together', async () => {
    vi.useFakeTimers()
    try {
      const queries = cached()
      const writes = vi.spyOn(queries, 'setQueryData')
      const buffer = new EventBuffer(queries, realtimePatches, { minMs: 250, maxMs: 250 })
      const report = (lamps: number) => buffer.add({ action: 'plantCounts', data: { plant_id, lamps } })
      report(2)
      await vi.advanceTimersByTimeAsync(1)
      expect(queries.getQueryData(key)).toMatchObject({ plant: { lamps: 2 } })
      for (let lamps = 3; lamps <= 9; lamps += 1) report(lamps)
      await vi.advanceTimersByTimeAsync(240)
      expect(writes).toHaveBeenCalledTimes(1)
      await vi.advanceTimersByTimeAsync(10)
      expect(writes).toHaveBeenCalledTimes(2)
      expect(queries.getQueryData(key)).toMatchObject({ plant: { lamps: 9 } })
    } finally {
      vi.useRealTimers()
    }
  })

  test('of one batch patch the cache once', async () => {
    const queries = cached()
    const writes = vi.spyOn(queries, 'setQueryData')
    const buffer = new EventBuffer(queries, realtimePatches, quickTiming)
    for (let lamps = 2; lamps <= 50; lamps += 1) buffer.add({ action: 'plantCounts', data: { plant_id, lamps } })
    expect(writes).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(writes).toHaveBeenCalledTimes(1))
    expect(queries.getQueryData(key)).toMatchObject({ plant: { lamps: 50 } })
    expect(queries.getQueryData(['getPlantDetails', { plantId: 'Q' }])).toMatchObject({ plant: { lamps: 5 } })
  })

  test('about renumbered lamps reload them once within a second', async () => {
    vi.useFakeTimers()
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5)
    try {
      const queries = cached()
      queries.setQueryData(['getLamps', { plantId: plant_id }], { lamps: [], total: 0, next: null })
      const reads = vi.spyOn(queries, 'invalidateQueries')
      const buffer = new EventBuffer(queries, lampPatches, quickTiming)
      for (let eventCount = 0; eventCount < 10; eventCount++) {
        buffer.add({ action: 'lampsReset', data: { plant_id, cu: 'logica_0A1B2C' } })
        await vi.advanceTimersByTimeAsync(40)
      }
      expect(reads).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(600)
      expect(reads).toHaveBeenCalledTimes(1)
      expect(queries.getQueryState(['getLamps', { plantId: plant_id }])?.isInvalidated).toBe(true)
    } finally {
      random.mockRestore()
      vi.useRealTimers()
    }
  })

  test('add a command, disconnect a silent unit and drop a removed unit', () => {
    const queries = cached()
    const buffer = new EventBuffer(queries, realtimePatches)
    const unit = { cu_type: 'logica', cu_id: '0A1B2C', cu_connected: true, connection: 'connected' }
    const other = { ...unit, cu_id: '0A1B2D' }
    const command = { id: 'c1', state: 'sent' }
    buffer.add({ action: 'saveCu', data: { plant_id, unit } })
    buffer.add({ action: 'saveCu', data: { plant_id, unit: other } })
    buffer.add({ action: 'response', data: { plant_id, command, working: true } })
    buffer.add({ action: 'response', data: { plant_id, command: { ...command, state: 'done' }, working: false } })
    buffer.add({
      action: 'keepalive',
      data: { plant_id, cu_type: 'logica', cu_id: '0A1B2C', cu_connected: false, last_seen: null },
    })
    buffer.add({ action: 'removeCu', data: { plant_id, cu_type: 'logica', cu_id: '0A1B2D' } })
    buffer.flush()
    expect(queries.getQueryData(key)).toMatchObject({
      units: [{ cu_id: '0A1B2C', connection: 'disconnected', cu_connected: false }],
      commands: [{ id: 'c1', state: 'done' }],
    })
  })

  test('that arrive during a read are applied to its answer', async () => {
    const queries = new QueryClient()
    const buffer = new EventBuffer(queries, realtimePatches)
    const report = (lamps: number) => {
      buffer.add({ action: 'plantCounts', data: { plant_id, lamps } })
      buffer.flush()
    }
    for (const readNumber of [1, 2]) {
      let answerRead = (_lamps: number) => {}
      const read = queries.fetchQuery({
        queryKey: key,
        queryFn: () =>
          new Promise((resolve) => {
            answerRead = (lamps) => resolve({ plant: { plant_id, lamps }, units: [], commands: [], tests: [] })
          }),
      })
      report(readNumber * 10)
      report(readNumber * 10 + 1)
      answerRead(readNumber)
      await read
      await expect.poll(() => queries.getQueryData(key)).toMatchObject({ plant: { lamps: readNumber * 10 + 1 } })
    }
  })

  test('of an unknown kind are ignored', () => {
    const queries = cached()
    const buffer = new EventBuffer(queries, realtimePatches)
    buffer.add({ action: 'neverHeardOf', data: null })
    expect(() => buffer.flush()).not.toThrow()
  })
})
