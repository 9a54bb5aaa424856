import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { quietLog } from '../testing/quiet-log.ts'
import { retryBackoff } from './retry-backoff.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** The delay after each of so many failures. */
const waitsAfter = (times: number): number[] => {
  const failures = retryBackoff(quietLog(), 'cannot be done')
  return Array.from({ length: times }, () => {
    failures.add('a')
    let seconds = 0
    for (; failures.waiting().length > 0; seconds += 1) vi.advanceTimersByTime(1_000)
    return seconds
  })
}

it('three immediate tries are followed by growing delays', () => {
  expect(waitsAfter(8)).toEqual([0, 0, 10, 20, 40, 60, 60, 60])
})

it('a success resets the failures', () => {
  const failures = retryBackoff(quietLog(), 'cannot be done')
  for (let times = 0; times < 3; times += 1) failures.add('a')
  expect(failures.waiting()).toEqual(['a'])
  failures.forget('a')
  failures.add('a')
  expect(failures.waiting()).toEqual([])
})

it('failures are remembered per kind of work and server', () => {
  const log = quietLog()
  for (let times = 0; times < 3; times += 1) retryBackoff(log, 'cannot be done').add('a')
  expect(retryBackoff(log, 'cannot be done').waiting()).toEqual(['a'])
  expect(retryBackoff(log, 'cannot be sent').waiting()).toEqual([])
  expect(retryBackoff(quietLog(), 'cannot be done').waiting()).toEqual([])
})

it('the newest thousand failures are remembered', () => {
  const failures = retryBackoff(quietLog(), 'cannot be done')
  for (let n = 0; n <= 1_000; n += 1) for (let times = 0; times < 3; times += 1) failures.add(`${n}`)
  expect(failures.waiting()).toHaveLength(1_000)
  expect(failures.waiting()).not.toContain('0')
})
