import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const limits = { places: 3, placesPerCaller: 2, waitingPerCaller: 5, waitingInAll: 50, longestWaitMs: 1000 }

/** A queue whose work ends when the test says so. */
const openQueue = (change: Partial<typeof limits> = {}) => {
  const queue = createFairQueue({ ...limits, ...change })
  const started: string[] = []
  const endings: { key: string; end: () => void }[] = []
  const ask = (key: string) => {
    const answer = queue.run(
      key,
      () =>
        new Promise<void>((resolve) => {
          started.push(key)
          endings.push({ key, end: resolve })
        }),
    )
    return answer.then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
  }
  const endOne = async () => {
    endings.shift()?.end()
    await settled()
  }
  return { queue, ask, started, endOne, underWay: () => endings.map(({ key }) => key) }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the fair queue', () => {
  it('lets one caller have no more than its places, and keeps the others for others', async () => {
    const { ask, underWay } = openQueue()
    for (let n = 0; n < 5; n++) void ask('a')
    await settled()
    expect(underWay()).toEqual(['a', 'a'])
    void ask('b')
    await settled()
    expect(underWay()).toEqual(['a', 'a', 'b'])
  })

  it('serves those who wait in turn, however much one of them has waiting', async () => {
    const { ask, started, endOne } = openQueue({ places: 1 })
    for (let n = 0; n < 5; n++) void ask('a')
    void ask('b')
    void ask('c')
    await settled()
    for (let n = 0; n < 7; n++) await endOne()
    expect(started).toEqual(['a', 'a', 'b', 'c', 'a', 'a', 'a'])
  })

  it('refuses what one caller has waiting beyond the limit, and takes the work of others', async () => {
    const { ask, endOne, started } = openQueue()
    const asked = Array.from({ length: 9 }, () => ask('a'))
    const other = ask('b')
    await settled()
    for (let n = 0; n < 10; n++) await endOne()
    const codes = await Promise.all(asked)
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(2)
    expect(await other).toBe('done')
    expect(started).toHaveLength(8)
  })

  it('gives heavy work all places of its caller, and others go on beside it', async () => {
    const { queue, ask, started, endOne } = openQueue()
    const heavy = Promise.withResolvers<void>()
    void queue.run('a', () => heavy.promise, limits.placesPerCaller)
    void ask('a')
    void ask('b')
    await settled()
    expect(started).toEqual(['b'])
    heavy.resolve()
    await settled()
    expect(started).toEqual(['b', 'a'])
    await endOne()
    await endOne()
    expect(queue.size()).toEqual({ waiting: 0, callers: 0 })
  })

  it('refuses everybody when too much waits in all', async () => {
    const { ask, endOne } = openQueue({ waitingInAll: 2, places: 1 })
    const asked = ['a', 'b', 'c', 'd'].map(ask)
    await settled()
    for (let n = 0; n < 4; n++) await endOne()
    expect(await Promise.all(asked)).toEqual(['done', 'done', 'done', 'SERVER_BUSY'])
  })

  it('refuses what got no turn in time, never runs it, and goes on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ask, started, endOne, queue } = openQueue({ places: 1 })
    const [first, late] = [ask('a'), ask('b')]
    await settled()
    await vi.advanceTimersByTimeAsync(limits.longestWaitMs)
    expect(await late).toBe('SERVER_BUSY')
    await endOne()
    expect(await first).toBe('done')
    const next = ask('c')
    await settled()
    await endOne()
    expect(await next).toBe('done')
    expect(started).toEqual(['a', 'c'])
    expect(queue.size()).toEqual({ waiting: 0, callers: 0 })
    vi.useRealTimers()
  })

  it('gives a place back when work fails', async () => {
    const queue = createFairQueue({ ...limits, places: 1 })
    const broken = () => Promise.reject(new Error('broken'))
    await expect(queue.run('a', broken)).rejects.toThrow('broken')
    expect(await queue.run('a', async () => 1)).toBe(1)
    expect(queue.size()).toEqual({ waiting: 0, callers: 0 })
  })

  it('ends all that it took, in any order, and forgets every caller', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }), async (keys) => {
        const { ask, endOne, underWay, queue } = openQueue()
        const asked = keys.map(ask)
        await settled()
        while (underWay().length > 0) {
          expect(underWay().length).toBeLessThanOrEqual(limits.places)
          for (const key of 'abcd')
            expect(underWay().filter((one) => one === key).length).toBeLessThanOrEqual(limits.placesPerCaller)
          await endOne()
        }
        await Promise.all(asked)
        expect(queue.size()).toEqual({ waiting: 0, callers: 0 })
      }),
      { numRuns: 50 },
    )
  })
})
