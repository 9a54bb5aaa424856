import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Refusal } from '../../kernel/refusal.ts'
import { createStorageCheck } from './storage-health.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it.each([
  ['full', new Refusal('FILE_STORAGE_FULL')],
  ['away', new Refusal('STORAGE_UNAVAILABLE')],
])('reports a storage that is %s', async (reason, refusal) => {
  await expect(createStorageCheck({ probe: () => Promise.reject(refusal) })()).rejects.toThrow(reason)
})

it('probes a healthy storage at most once in a few seconds', async () => {
  const probe = vi.fn(async () => undefined)
  const check = createStorageCheck({ probe })
  await Promise.all([check(), check(), check()])
  expect(probe).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3_001)
  await check()
  expect(probe).toHaveBeenCalledTimes(2)
})

it('reports a storage that does not answer as unavailable', async () => {
  const rejection = expect(createStorageCheck({ probe: () => new Promise(() => undefined) })()).rejects.toThrow('away')
  await vi.advanceTimersByTimeAsync(2_000)
  await rejection
})
