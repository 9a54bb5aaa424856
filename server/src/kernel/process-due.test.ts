import { expect, it } from 'vitest'
import { quietLog } from '../testing/quiet-log.ts'
import { portsWithClock } from '../testing/test-work.ts'
import { processEachDue, processEachLocked, runIsolated } from './process-due.ts'
import type { Tx } from './transaction.ts'
import { type Broadcast, type InTransaction, openWork } from './work.ts'

/** Things that are due; what is done is not found any more. */
const queueOf = (length: number) => {
  const left = new Set(Array.from({ length }, (_, id) => id))
  const asked: number[] = []
  const find = async (limit: number) => {
    asked.push(limit)
    return [...left].slice(0, limit).map((id) => ({ id }))
  }
  return { left, asked, find }
}

it('does everything that is due, a few at a time', async () => {
  const { left, asked, find } = queueOf(120)
  await processEachDue({ log: quietLog(), failure: 'cannot be done' }, find, async ({ id }) => void left.delete(id))
  expect([left.size, asked]).toEqual([0, [50, 50, 50]])
})

it('does what comes after those that fail, and tries each of these once', async () => {
  const { left, find } = queueOf(200)
  const log = quietLog()
  const tried: number[] = []
  await processEachDue({ log, failure: 'cannot be done' }, find, async ({ id }) => {
    tried.push(id)
    if (id < 60) throw new Error('is poisoned')
    left.delete(id)
  })
  expect(left.size).toBe(60)
  expect(tried.filter((id) => id < 60)).toHaveLength(60)
  expect(log.lines.filter(({ message }) => message === 'cannot be done')).toHaveLength(60)
})

it('does no more in one look than it is to', async () => {
  const { left, asked, find } = queueOf(100)
  const task = { log: quietLog(), failure: 'cannot be done', max: 60 }
  await processEachDue(task, find, async ({ id }) => void left.delete(id))
  expect([left.size, asked]).toEqual([40, [50, 10]])
})

it('ends where nothing is done of what is found, as while another node does it', async () => {
  const { asked, find } = queueOf(80)
  await processEachDue({ log: quietLog(), failure: 'cannot be done' }, find, async () => undefined)
  expect(asked).toEqual([50, 50])
})

it('does each part of a task, whatever became of the one before', async () => {
  const done: string[] = []
  const log = quietLog()
  const failing = async () => {
    throw new Error('is poisoned')
  }
  await runIsolated(log, [async () => void done.push('first'), failing, async () => void done.push('last')])
  expect([done, log.lines.length]).toEqual([['first', 'last'], 1])
})

/** Things that are due by their ids, with transactions that undo what fails. */
const lockedQueueOf = (ids: readonly string[]) => {
  const left = new Set(ids)
  const broadcasts: Broadcast[] = []
  const log = quietLog()
  const inTransaction: InTransaction = async (run) => {
    const before = [...left]
    const { work, committedEffects } = openWork({} as Tx, portsWithClock, [])
    try {
      const output = await run(work)
      broadcasts.push(...committedEffects.broadcasts)
      return output
    } catch (error) {
      for (const id of before) left.add(id)
      throw error
    }
  }
  const task = { log, failure: 'cannot be done', inTransaction }
  const next = (failed: readonly string[]) => [...left].find((id) => !failed.includes(id))
  return { left, broadcasts, log, task, next }
}

it('does each piece in the transaction that locks it; one that fails is left, and broadcasts nothing', async () => {
  const { left, broadcasts, log, task, next } = lockedQueueOf(['a', 'bad', 'c'])
  await processEachLocked(task, async (work, failed, found) => {
    const id = next(failed)
    if (id === undefined) return false
    found(id)
    left.delete(id)
    work.broadcast({ plant: id }, 'energyChanged', { plant_id: id })
    if (id === 'bad') throw new Error('is poisoned')
    return true
  })
  expect([...left]).toEqual(['bad'])
  expect(broadcasts.map(({ data }) => data)).toEqual([{ plant_id: 'a' }, { plant_id: 'c' }])
  expect(log.lines).toMatchObject([{ details: { due: 'bad' }, message: 'cannot be done' }])
})

it('does not take the failure of a look for that of a piece', async () => {
  const { task } = lockedQueueOf([])
  const away = new Error('the database is away')
  await expect(processEachLocked(task, () => Promise.reject(away))).rejects.toBe(away)
})

it('locks no more in one look than it is to', async () => {
  const { left, task, next } = lockedQueueOf(['a', 'b', 'c'])
  await processEachLocked({ ...task, max: 2 }, async (_, failed) => left.delete(next(failed) ?? ''))
  expect([...left]).toEqual(['c'])
})
