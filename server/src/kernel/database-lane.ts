import { AsyncLocalStorage } from 'node:async_hooks'
import type { Deadline } from './deadline.ts'

/**
 * Kind of work with its own database connections, so slow work of one kind does not block the others. Messages of units
 * and health checks belong to no lane.
 */
export type DatabaseLane = {
  kind: 'call' | 'task' | 'job'
  /**
   * Abandoned work has its statement canceled. Without a deadline, each connection of a call has one of its own; other
   * work is unlimited.
   */
  deadline?: Deadline
}

const lanes = new AsyncLocalStorage<DatabaseLane>()

/** Runs work, including everything started by it, in a lane. */
export const inDatabaseLane = <T>(lane: DatabaseLane, work: () => Promise<T>): Promise<T> => lanes.run(lane, work)

export const currentDatabaseLane = (): DatabaseLane | undefined => lanes.getStore()
