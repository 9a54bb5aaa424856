import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Pace } from './pace.ts'
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

test('a change of speed keeps the elapsed time without a jump', () => {
  const pace = new Pace(wheel, 60)
  vi.advanceTimersByTime(1_000)
  expect(pace.livedMs).toBe(60_000)
  pace.change(3_600)
  expect(pace.livedMs).toBe(60_000)
  vi.advanceTimersByTime(1_000)
  expect(pace.livedMs).toBe(3_660_000)
  pace.change(1)
  vi.advanceTimersByTime(1_000)
  expect(pace.livedMs).toBe(3_661_000)
})

test('a timer takes its remaining time at the new speed and runs once', () => {
  const pace = new Pace(wheel, 1)
  const run = vi.fn()
  pace.after(10_000, run)
  vi.advanceTimersByTime(4_000)
  // Six seconds remain: two at triple speed.
  pace.change(3)
  vi.advanceTimersByTime(1_900)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  expect(run).toHaveBeenCalledOnce()
  pace.change(1)
  vi.advanceTimersByTime(60_000)
  expect(run).toHaveBeenCalledOnce()
})

test('a timer that is overdue at the new speed waits only for its remaining time', () => {
  const pace = new Pace(wheel, 3_600)
  const run = vi.fn()
  pace.after(36_000_000, run)
  vi.advanceTimersByTime(9_000)
  pace.change(1)
  vi.advanceTimersByTime(3_599_000)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_100)
  expect(run).toHaveBeenCalledOnce()
})

test('a cancelled timer does not return with another speed', () => {
  const pace = new Pace(wheel, 1)
  const run = vi.fn()
  pace.after(1_000, run).cancel()
  pace.change(3_600)
  vi.advanceTimersByTime(10_000)
  expect(run).not.toHaveBeenCalled()
})
