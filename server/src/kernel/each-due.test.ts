import { expect, it } from 'vitest'
import { quietLog } from '../testing/quiet-log.ts'
import { eachByItself, eachDue } from './each-due.ts'

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
  await eachDue({ log: quietLog(), failure: 'cannot be done' }, find, async ({ id }) => void left.delete(id))
  expect([left.size, asked]).toEqual([0, [50, 50, 50]])
})

it('does what comes after those that fail, and tries each of these once', async () => {
  const { left, find } = queueOf(200)
  const log = quietLog()
  const tried: number[] = []
  await eachDue({ log, failure: 'cannot be done' }, find, async ({ id }) => {
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
  const task = { log: quietLog(), failure: 'cannot be done', most: 60 }
  await eachDue(task, find, async ({ id }) => void left.delete(id))
  expect([left.size, asked]).toEqual([40, [50, 10]])
})

it('ends where nothing is done of what is found, as while another node does it', async () => {
  const { asked, find } = queueOf(80)
  await eachDue({ log: quietLog(), failure: 'cannot be done' }, find, async () => undefined)
  expect(asked).toEqual([50, 50])
})

it('does each part of a task, whatever became of the one before', async () => {
  const done: string[] = []
  const log = quietLog()
  const failing = async () => {
    throw new Error('is poisoned')
  }
  await eachByItself(log, [async () => void done.push('first'), failing, async () => void done.push('last')])
  expect([done, log.lines.length]).toEqual([['first', 'last'], 1])
})
