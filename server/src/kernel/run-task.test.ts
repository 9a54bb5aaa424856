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
  const runningTask = runTask({ name: 'a task', everyMs: 1_000, wokenBy: [somethingDue], ...task }, quietLog(), events)
  return { ...runningTask, wake: () => events.publish(somethingDue) }
}

test('turns follow each other after `everyMs`, even after a failure', async () => {
  const runTurn = vi.fn(async () => {
    throw new Error('the database is away')
  })
  const { stop } = run({ turn: runTurn })
  await vi.advanceTimersByTimeAsync(999)
  expect(runTurn).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(2_001)
  expect(runTurn).toHaveBeenCalledTimes(3)
  await stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(runTurn).toHaveBeenCalledTimes(3)
})

test('a burst of events makes one turn `pauseMs` after the first', async () => {
  const runTurn = vi.fn(async () => undefined)
  const { wake, stop } = run({ turn: runTurn, pauseMs: 200 })
  wake()
  await vi.advanceTimersByTimeAsync(199)
  wake()
  expect(runTurn).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(runTurn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(999)
  expect(runTurn).toHaveBeenCalledTimes(1)
  await stop()
})

test('an event during a turn makes another turn after it', async () => {
  const heldTurns: PromiseWithResolvers<void>[] = []
  const { wake, stop } = run({
    turn: () => {
      const heldTurn = Promise.withResolvers<void>()
      heldTurns.push(heldTurn)
      return heldTurn.promise
    },
  })
  wake()
  await vi.advanceTimersByTimeAsync(0)
  wake()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(heldTurns).toHaveLength(1)
  heldTurns[0]?.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(heldTurns).toHaveLength(2)
  heldTurns[1]?.resolve()
  await stop()
})

test('the next turn follows at once if there is more work', async () => {
  const batches = [true, true, false]
  const runTurn = vi.fn(async () => batches.shift())
  const { wake, stop } = run({ turn: runTurn })
  wake()
  await vi.advanceTimersByTimeAsync(0)
  await vi.advanceTimersByTimeAsync(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runTurn).toHaveBeenCalledTimes(3)
  await stop()
})

test('a task without `everyMs` waits for an event', async () => {
  const runTurn = vi.fn(async () => undefined)
  const events = createDomainEvents(quietLog())
  const { stop } = runTask({ name: 'a task', wokenBy: [somethingDue], turn: runTurn }, quietLog(), events)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(runTurn).toHaveBeenCalledTimes(0)
  events.publish(somethingDue)
  await vi.advanceTimersByTimeAsync(0)
  expect(runTurn).toHaveBeenCalledTimes(1)
  await stop()
})

test('stopping aborts the running turn and waits for it', async () => {
  const idleTurn = vi.fn(async () => undefined)
  let isOver = false
  const { wake, stop } = run({
    turn: (stopping) =>
      new Promise<void>((resolve) =>
        stopping.addEventListener('abort', () => {
          isOver = true
          resolve()
        }),
      ),
    idle: idleTurn,
  })
  wake()
  await vi.advanceTimersByTimeAsync(0)
  await stop()
  expect(isOver).toBe(true)
  expect(idleTurn).toHaveBeenCalledTimes(1)
})
