import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { quietLog } from '../testing/quiet-log.ts'
import { createDomainEvents, domainEvent } from './domain-events.ts'
import { runTask } from './run-task.ts'
import type { Task } from './task.ts'

const somethingDue = domainEvent('somethingDue')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const run = (task: Partial<Task> & Pick<Task, 'turn'>) => {
  const events = createDomainEvents(quietLog())
  const running = runTask({ name: 'a task', everyMs: 1_000, wokenBy: [somethingDue], ...task }, quietLog(), events)
  return { ...running, wake: () => events.publish(somethingDue) }
}

test('a turn follows the other after `everyMs`, also after one that failed', async () => {
  const turn = vi.fn(async () => {
    throw new Error('the database is away')
  })
  const { stop } = run({ turn })
  await vi.advanceTimersByTimeAsync(999)
  expect(turn).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(2_001)
  expect(turn).toHaveBeenCalledTimes(3)
  await stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(turn).toHaveBeenCalledTimes(3)
})

test('a burst of events costs one turn, `pauseMs` after the first of them', async () => {
  const turn = vi.fn(async () => undefined)
  const { wake, stop } = run({ turn, pauseMs: 200 })
  wake()
  await vi.advanceTimersByTimeAsync(199)
  wake()
  expect(turn).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(turn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(999)
  expect(turn).toHaveBeenCalledTimes(1)
  await stop()
})

test('an event during a turn brings another turn after it, never one beside it', async () => {
  const turns: PromiseWithResolvers<void>[] = []
  const { wake, stop } = run({
    turn: () => {
      const turn = Promise.withResolvers<void>()
      turns.push(turn)
      return turn.promise
    },
  })
  wake()
  await vi.advanceTimersByTimeAsync(0)
  wake()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(turns).toHaveLength(1)
  turns[0]?.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(turns).toHaveLength(2)
  turns[1]?.resolve()
  await stop()
})

test('where there is more to do the next turn follows at once', async () => {
  const left = [true, true, false]
  const turn = vi.fn(async () => left.shift())
  const { wake, stop } = run({ turn })
  wake()
  await vi.advanceTimersByTimeAsync(0)
  await vi.advanceTimersByTimeAsync(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(turn).toHaveBeenCalledTimes(3)
  await stop()
})

test('one without `everyMs` waits to be woken', async () => {
  const turn = vi.fn(async () => undefined)
  const events = createDomainEvents(quietLog())
  const { stop } = runTask({ name: 'a task', wokenBy: [somethingDue], turn }, quietLog(), events)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(turn).toHaveBeenCalledTimes(0)
  events.publish(somethingDue)
  await vi.advanceTimersByTimeAsync(0)
  expect(turn).toHaveBeenCalledTimes(1)
  await stop()
})

test('to stop waits for the turn that is under way, which is told so, and for what turns have begun', async () => {
  const idle = vi.fn(async () => undefined)
  let isOver = false
  const { wake, stop } = run({
    turn: (stopping) =>
      new Promise<void>((resolve) =>
        stopping.addEventListener('abort', () => {
          isOver = true
          resolve()
        }),
      ),
    idle,
  })
  wake()
  await vi.advanceTimersByTimeAsync(0)
  await stop()
  expect(isOver).toBe(true)
  expect(idle).toHaveBeenCalledTimes(1)
})
