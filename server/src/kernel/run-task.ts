import { inDatabaseLane } from './database-lane.ts'
import type { DomainEvents } from './domain-events.ts'
import type { Log } from './log.ts'
import type { Task } from './task.ts'
import { traced } from './tracing.ts'

export type RunningTask = { stop(): Promise<void> }

export type WakeableTask = RunningTask & {
  /** Starts a turn unless one is running or planned by an event. */
  takeTurnIfIdle(): void
}

/** Runs a task until stopped. The first turn starts after `everyMs`, or at the first event. */
export const runTask = (task: Task, log: Log, events?: Pick<DomainEvents, 'subscribe'>): WakeableTask => {
  const { name, everyMs, wokenBy = [], pauseMs = 0, turn: runOnce, idle: onIdle } = task
  const stopController = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWoken = false

  const plan = (waitMs: number | undefined): void => {
    clearTimeout(timer)
    if (waitMs === undefined || stopController.signal.aborted) return
    timer = setTimeout(() => {
      running = runTurn()
    }, waitMs)
  }

  const runTurn = async (): Promise<void> => {
    isWoken = false
    const isMore = await inDatabaseLane({ kind: 'task' }, () =>
      traced(`task ${name}`, {}, () => runOnce(stopController.signal)),
    ).catch((err: unknown) => log.error({ err, task: name }, 'a task failed'))
    running = undefined
    if (isMore === true) plan(0)
    else plan(isWoken ? pauseMs : everyMs)
  }

  const wake = (): void => {
    if (isWoken) return
    isWoken = true
    if (!running) plan(pauseMs)
  }

  for (const event of wokenBy) events?.subscribe(event, wake)
  plan(everyMs)
  return {
    takeTurnIfIdle(): void {
      if (!running && !isWoken) plan(0)
    },
    async stop(): Promise<void> {
      stopController.abort()
      clearTimeout(timer)
      await running
      await onIdle?.()
    },
  }
}
