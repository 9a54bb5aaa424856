import { AsyncLocalStorage } from 'node:async_hooks'
import type { Deadline } from './deadline.ts'

/**
 * Kind of work that uses the database. Each kind has connections of its own, so slow work of one kind leaves those of
 * the others free. Messages of units and health checks belong to no lane.
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

/** Runs work, and everything that it starts, in a lane. */
export const inDatabaseLane = <T>(lane: DatabaseLane, work: () => Promise<T>): Promise<T> => lanes.run(lane, work)

export const currentDatabaseLane = (): DatabaseLane | undefined => lanes.getStore()
