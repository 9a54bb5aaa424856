import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Wheel } from './wheel.ts'

let wheel: Wheel
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  wheel = new Wheel(20)
})
afterEach(() => {
  wheel.stop()
  vi.useRealTimers()
})

test('a due timer runs once and not early', () => {
  const run = vi.fn()
  wheel.after(100, run)
  vi.advanceTimersByTime(80)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(run).toHaveBeenCalledOnce()
})

test('a repeating timer starts at its time and stops when cancelled, also from within', () => {
  const times: number[] = []
  const repeating = wheel.every(
    100,
    () => {
      times.push(performance.now())
      if (times.length === 3) repeating.cancel()
    },
    40,
  )
  vi.advanceTimersByTime(2_000)
  expect(times.map((at) => at - times[0]!)).toEqual([0, 100, 200])
})

test('a cancelled timer does not run', () => {
  const run = vi.fn()
  wheel.after(100, run).cancel()
  vi.advanceTimersByTime(1_000)
  expect(run).not.toHaveBeenCalled()
})
