import { expect, it } from 'vitest'
import { quietLog } from '../testing/quiet-log.ts'
import { portsWithClock } from '../testing/test-work.ts'
import type { Broadcast } from './bus.ts'
import { processEachDue, processEachLocked, runIsolated } from './run-task.ts'
import type { Tx } from './transaction.ts'
import { type InTransaction, openWork } from './work.ts'

/** Due items; finished ones are not found again. */
const queueOf = (length: number) => {
  const remainingIds = new Set(Array.from({ length }, (_, id) => id))
  const limits: number[] = []
  const find = async (limit: number) => {
    limits.push(limit)
    return [...remainingIds].slice(0, limit).map((id) => ({ id }))
  }
  return { remainingIds, limits, find }
}

it('all due items are processed in batches', async () => {
  const { remainingIds, limits, find } = queueOf(120)
  await processEachDue(
    { log: quietLog(), failure: 'cannot be done' },
    find,
    async ({ id }) => void remainingIds.delete(id),
  )
  expect([remainingIds.size, limits]).toEqual([0, [50, 50, 50]])
})

it('items after failing ones are processed, and each failing one is tried once', async () => {
  const { remainingIds, find } = queueOf(200)
  const log = quietLog()
  const triedIds: number[] = []
  await processEachDue({ log, failure: 'cannot be done' }, find, async ({ id }) => {
    triedIds.push(id)
    if (id < 60) throw new Error('is poisoned')
    remainingIds.delete(id)
  })
  expect(remainingIds.size).toBe(60)
  expect(triedIds.filter((id) => id < 60)).toHaveLength(60)
  expect(log.lines.filter(({ message }) => message === 'cannot be done')).toHaveLength(60)
})

it('one run is limited in items', async () => {
  const { remainingIds, limits, find } = queueOf(100)
  const task = { log: quietLog(), failure: 'cannot be done', max: 60 }
  await processEachDue(task, find, async ({ id }) => void remainingIds.delete(id))
  expect([remainingIds.size, limits]).toEqual([40, [50, 10]])
})

it('a run ends if no item is done, as when another node works on them', async () => {
  const { limits, find } = queueOf(80)
  await processEachDue({ log: quietLog(), failure: 'cannot be done' }, find, async () => undefined)
  expect(limits).toEqual([50, 50])
})

it('each part of a task runs even after a failing one', async () => {
  const done: string[] = []
  const log = quietLog()
  const failTask = async () => {
    throw new Error('is poisoned')
  }
  await runIsolated(log, [async () => void done.push('first'), failTask, async () => void done.push('last')])
  expect([done, log.lines.length]).toEqual([['first', 'last'], 1])
})

/** Due items by id, with rollback on failure. */
const lockedQueueOf = (ids: readonly string[]) => {
  const remainingIds = new Set(ids)
  const broadcasts: Broadcast[] = []
  const log = quietLog()
  const inTransaction: InTransaction = async (run) => {
    const before = [...remainingIds]
    const { work, committedEffects } = openWork({} as Tx, portsWithClock, [])
    try {
      const output = await run(work)
      broadcasts.push(...committedEffects.broadcasts)
      return output
    } catch (error) {
      for (const id of before) remainingIds.add(id)
      throw error
    }
  }
  const task = { log, failure: 'cannot be done', inTransaction }
  const next = (failed: readonly string[]) => [...remainingIds].find((id) => !failed.includes(id))
  return { remainingIds, broadcasts, log, task, next }
}

it('each item runs in its locking transaction, and a failing one broadcasts nothing', async () => {
  const { remainingIds, broadcasts, log, task, next } = lockedQueueOf(['a', 'bad', 'c'])
  await processEachLocked(task, async (work, failed, found) => {
    const id = next(failed)
    if (id === undefined) return false
    found(id)
    remainingIds.delete(id)
    work.broadcast({ plant: id }, 'energyChanged', { plant_id: id })
    if (id === 'bad') throw new Error('is poisoned')
    return true
  })
  expect([...remainingIds]).toEqual(['bad'])
  expect(broadcasts.map(({ data }) => data)).toEqual([{ plant_id: 'a' }, { plant_id: 'c' }])
  expect(log.lines).toMatchObject([{ details: { due: 'bad' }, message: 'cannot be done' }])
})

it('a failing query is not treated as a failing item', async () => {
  const { task } = lockedQueueOf([])
  const databaseError = new Error('the database is away')
  await expect(processEachLocked(task, () => Promise.reject(databaseError))).rejects.toBe(databaseError)
})

it('one run locks a limited number of items', async () => {
  const { remainingIds, task, next } = lockedQueueOf(['a', 'b', 'c'])
  await processEachLocked({ ...task, max: 2 }, async (_, failed) => remainingIds.delete(next(failed) ?? ''))
  expect([...remainingIds]).toEqual(['c'])
})
