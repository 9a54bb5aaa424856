import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerWithinDeadline, createDeadline } from './deadline.ts'
import { callDeadlines } from './limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pendingPromise = new Promise<never>(() => undefined)

test('a call late before COMMIT is abandoned and its COMMIT refused', async () => {
  const deadline = createDeadline(4_500)
  const answer = answerWithinDeadline(pendingPromise, deadline, callDeadlines).catch((error) => error)
  await vi.advanceTimersByTimeAsync(4_500)
  expect(await answer).toMatchObject({ code: 'STORAGE_SLOW', details: { retryAfterS: 5 } })
  expect(() => deadline.beginCommit()).toThrow('STORAGE_SLOW')
})

test('after COMMIT was sent, the answer waits up to 5 s for the outcome', async () => {
  const deadline = createDeadline(4_500)
  const work = Promise.withResolvers<string>()
  const answer = answerWithinDeadline(work.promise, deadline, callDeadlines)
  deadline.beginCommit()
  await vi.advanceTimersByTimeAsync(4_999)
  work.resolve('stored')
  expect(await answer).toBe('stored')

  const other = createDeadline(4_500)
  const unknown = answerWithinDeadline(pendingPromise, other, callDeadlines).catch((error) => error)
  other.beginCommit()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await unknown).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
})

test('a COMMIT rolled back by a conflict lets the call continue until its deadline', async () => {
  const deadline = createDeadline(4_500)
  const answer = answerWithinDeadline(pendingPromise, deadline, callDeadlines).catch((error) => error)
  deadline.beginCommit()
  await vi.advanceTimersByTimeAsync(4_700)
  deadline.rolledBack()
  expect(() => deadline.check()).toThrow('STORAGE_SLOW')
  await vi.advanceTimersByTimeAsync(300)
  expect(await answer).toMatchObject({ code: 'STORAGE_SLOW' })
})

test('the clock decides even if a timer is late', () => {
  let now = 0
  const deadline = createDeadline(100, () => now)
  expect(deadline.remainingMs()).toBe(100)
  now = 100
  expect(deadline.remainingMs()).toBe(1)
  expect(() => deadline.beginCommit()).toThrow('STORAGE_SLOW')
})
