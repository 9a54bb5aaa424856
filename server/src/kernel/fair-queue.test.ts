import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createFairQueue, type FairQueueLimits } from './fair-queue.ts'

const limits = { places: 3, placesPerCaller: 2, waitingPerCaller: 5, waitingInAll: 50, longestWaitMs: 1000 }

const costly = { places: 1, afterMs: 250 }

/** A queue whose work ends on request of the test. */
const openQueue = (change: Partial<FairQueueLimits> = {}) => {
  const queue = createFairQueue({ ...limits, ...change })
  const started: string[] = []
  const pendingEnds: { key: string; end: () => void }[] = []
  const submit = (key: string, isCostly = false) => {
    const answer = queue.run(
      key,
      () =>
        new Promise<void>((resolve) => {
          started.push(key)
          pendingEnds.push({ key, end: resolve })
        }),
      { isCostly },
    )
    return answer.then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
  }
  const endNext = async () => {
    pendingEnds.shift()?.end()
    await waitForTurn()
  }
  return { queue, submit, started, endNext, countRunning: () => pendingEnds.map(({ key }) => key) }
}
const waitForTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('fair queue', () => {
  it('limits the places of one caller and reserves the others', async () => {
    const { submit, countRunning } = openQueue()
    for (let n = 0; n < 5; n++) void submit('a')
    await waitForTurn()
    expect(countRunning()).toEqual(['a', 'a'])
    void submit('b')
    await waitForTurn()
    expect(countRunning()).toEqual(['a', 'a', 'b'])
  })

  it('limits costly work of all callers, beside which other work starts', async () => {
    const { submit, endNext, countRunning } = openQueue({ costly })
    for (const key of ['a', 'b', 'c']) void submit(`${key} costly`, true)
    void submit('d')
    await waitForTurn()
    expect(countRunning()).toEqual(['a costly', 'd'])
    await endNext()
    expect(countRunning()).toEqual(['d', 'b costly'])
    await endNext()
    await endNext()
    expect(countRunning()).toEqual(['c costly'])
  })

  it('lets other work of a caller pass its waiting costly work', async () => {
    const { queue, endNext, countRunning, submit } = openQueue({ costly })
    void submit('a', true)
    void submit('b', true)
    void submit('b')
    await waitForTurn()
    expect(countRunning()).toEqual(['a', 'b'])
    await endNext()
    expect(countRunning()).toEqual(['b', 'b'])
    await endNext()
    await endNext()
    expect(queue.size()).toEqual({ waiting: 0, callers: 0 })
  })

  it('starts further costly work beside one that runs for long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { submit, endNext, countRunning } = openQueue({ costly })
      for (const key of ['a', 'b', 'c']) void submit(key, true)
      await waitForTurn()
      expect(countRunning()).toEqual(['a'])
      vi.advanceTimersByTime(costly.afterMs)
      await waitForTurn()
      expect(countRunning()).toEqual(['a', 'b'])
      await endNext()
      expect(countRunning()).toEqual(['b'])
      await endNext()
      expect(countRunning()).toEqual(['c'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('serves waiting callers in turn', async () => {
    const { submit, started, endNext } = openQueue({ places: 1 })
    for (let n = 0; n < 5; n++) void submit('a')
    void submit('b')
    void submit('c')
    await waitForTurn()
    for (let n = 0; n < 7; n++) await endNext()
    expect(started).toEqual(['a', 'a', 'b', 'c', 'a', 'a', 'a'])
  })

  it('refuses waiting work of a caller beyond the limit, not of others', async () => {
    const { submit, endNext, started } = openQueue()
    const runs = Array.from({ length: 9 }, () => submit('a'))
    const other = submit('b')
    await waitForTurn()
    for (let n = 0; n < 10; n++) await endNext()
    const codes = await Promise.all(runs)
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(2)
    expect(await other).toBe('done')
    expect(started).toHaveLength(8)
  })

  it('gives heavy work all places of its caller only', async () => {
    const { queue, submit, started, endNext } = openQueue()
    const heavy = Promise.withResolvers<void>()
    void queue.run('a', () => heavy.promise, { places: limits.placesPerCaller })
    void submit('a')
    void submit('b')
    await waitForTurn()
    expect(started).toEqual(['b'])
    heavy.resolve()
    await waitForTurn()
    expect(started).toEqual(['b', 'a'])
    await endNext()
    await endNext()
    expect(queue.size()).toEqual({ waiting: 0, callers: 0 })
  })

  it('refuses everyone when too much is waiting', async () => {
    const { submit, endNext } = openQueue({ waitingInAll: 2, places: 1 })
    const runs = ['a', 'b', 'c', 'd'].map((key) => submit(key))
    await waitForTurn()
    for (let n = 0; n < 4; n++) await endNext()
    expect(await Promise.all(runs)).toEqual(['done', 'done', 'done', 'SERVER_BUSY'])
  })

  it('refuses work that waited too long and never runs it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { submit, started, endNext, queue } = openQueue({ places: 1 })
    const [first, lateRun] = [submit('a'), submit('b')]
    await waitForTurn()
    await vi.advanceTimersByTimeAsync(limits.longestWaitMs)
    expect(await lateRun).toBe('SERVER_BUSY')
    await endNext()
    expect(await first).toBe('done')
    const next = submit('c')
    await waitForTurn()
    await endNext()
    expect(await next).toBe('done')
    expect(started).toEqual(['a', 'c'])
    expect(queue.size()).toEqual({ waiting: 0, callers: 0 })
    vi.useRealTimers()
  })

  it('frees a place when work fails', async () => {
    const queue = createFairQueue({ ...limits, places: 1 })
    const failingWork = () => Promise.reject(new Error('broken'))
    await expect(queue.run('a', failingWork)).rejects.toThrow('broken')
    expect(await queue.run('a', async () => 1)).toBe(1)
    expect(queue.size()).toEqual({ waiting: 0, callers: 0 })
  })

  it('finishes all accepted work in any order and forgets callers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }), async (keys) => {
        const { submit, endNext, countRunning, queue } = openQueue()
        const runs = keys.map((key) => submit(key))
        await waitForTurn()
        while (countRunning().length > 0) {
          expect(countRunning().length).toBeLessThanOrEqual(limits.places)
          for (const key of 'abcd')
            expect(countRunning().filter((one) => one === key).length).toBeLessThanOrEqual(limits.placesPerCaller)
          await endNext()
        }
        await Promise.all(runs)
        expect(queue.size()).toEqual({ waiting: 0, callers: 0 })
      }),
      { numRuns: 50 },
    )
  })

  it('lets others start while slow work waits, but not its own caller', async () => {
    vi.useFakeTimers()
    try {
      const queue = createFairQueue({ ...limits, longestWaitMs: 60_000, places: 2, slow: { afterMs: 1000, places: 2 } })
      const started: string[] = []
      const ends: (() => void)[] = []
      const run = (key: string) =>
        void queue.run(key, async () => {
          started.push(key)
          await new Promise<void>((resolve) => ends.push(resolve))
        })
      for (const key of ['a', 'a', 'a', 'b', 'c', 'c', 'd']) run(key)
      await vi.advanceTimersByTimeAsync(999)
      expect(started).toEqual(['a', 'a'])
      expect(queue.blockedMs()).toBeGreaterThan(900)
      await vi.advanceTimersByTimeAsync(1)
      expect(started).toEqual(['a', 'a', 'b', 'c'])
      expect(queue.isFullOfSlowWork()).toBe(true)
      // No slow place is free: the present slow work holds its place.
      await vi.advanceTimersByTimeAsync(1000)
      expect(started).toHaveLength(4)
      ends[0]?.()
      await vi.advanceTimersByTimeAsync(0)
      expect(started).toHaveLength(5)
    } finally {
      vi.useRealTimers()
    }
  })
})
