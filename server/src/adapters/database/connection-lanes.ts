import type { Socket } from 'node:net'
import type pg from 'pg'
import { currentDatabaseLane, type DatabaseLane } from '../../kernel/database-lane.ts'
import { createDeadline, type Deadline } from '../../kernel/deadline.ts'
import { callDeadlines } from '../../kernel/limits.ts'
import { tooSlow } from '../../kernel/refusal.ts'
import { requestCancel } from './cancel-request.ts'

/** Maximum connections of each lane; the others are for messages of units and health checks. */
export const laneLimits = (poolSize: number): Record<DatabaseLane['kind'], number> => {
  const background = Math.max(1, Math.floor(poolSize * 0.15))
  const free = Math.max(1, Math.floor(poolSize * 0.1))
  return { call: Math.max(1, poolSize - 2 * background - free), task: background, job: background }
}

/** Places of a lane, given in the order of the requests. */
const createPlaces = (count: number) => {
  let free = count
  const waiting = new Set<() => void>()
  return {
    async take(deadline?: Deadline): Promise<void> {
      if (free > 0) return void free--
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting.add(resolve)
      const stopWatching = deadline?.onAbandon(() => {
        if (waiting.delete(resolve)) reject(tooSlow())
      })
      await promise.finally(stopWatching)
    },
    waiting: () => waiting.size,
    free(): void {
      const [next] = waiting
      if (!next) return void free++
      waiting.delete(next)
      next()
    },
  }
}

/** Connections whose call was abandoned: they break on purpose. */
const abandoned = new WeakSet<pg.ClientBase>()

export const isAbandoned = (client: pg.ClientBase): boolean => abandoned.has(client)

/**
 * Cancels the statement, then breaks the connection, if the database does not answer. Not at once: a pooler knows the
 * statement only as long as the connection.
 */
const breakConnection = (client: pg.PoolClient): void => {
  abandoned.add(client)
  const { connection } = client as unknown as { connection: { stream: Socket } }
  requestCancel(client, () => connection.stream.destroy(tooSlow()))
}

type Watch = { deadline: Deadline | undefined; end(): void }

/** The deadline of a connection in a lane: the work's, or one of its own. */
const deadlineIn = (lane: DatabaseLane): Watch => {
  if (lane.deadline || lane.kind !== 'call') return { deadline: lane.deadline, end: () => undefined }
  const deadline = createDeadline(callDeadlines.abandonMs)
  const timer = setTimeout(() => deadline.abandon(), callDeadlines.abandonMs)
  return { deadline, end: () => clearTimeout(timer) }
}

/** The connection, or STORAGE_SLOW if the call is abandoned first; a late connection returns to the pool. */
const untilAbandoned = async (connecting: Promise<pg.PoolClient>, deadline: Deadline): Promise<pg.PoolClient> => {
  const { promise: given, reject } = Promise.withResolvers<never>()
  let isLate = false
  const stopWatching = deadline.onAbandon(() => {
    isLate = true
    reject(tooSlow())
  })
  const connected = connecting.then((client) => {
    if (isLate) client.release()
    return client
  })
  return Promise.race([connected, given]).finally(stopWatching)
}

/**
 * Gives each lane its own share of the pool, and cancels the statements of abandoned calls. Returns how many wait for a
 * place, by lane.
 */
export function divideIntoLanes(pool: pg.Pool, poolSize: number): () => Record<DatabaseLane['kind'], number> {
  const limits = laneLimits(poolSize)
  const places = { call: createPlaces(limits.call), task: createPlaces(limits.task), job: createPlaces(limits.job) }
  const connect = pool.connect.bind(pool)

  const connectInLane = async (lane: DatabaseLane): Promise<pg.PoolClient> => {
    const { deadline, end: endWatch } = deadlineIn(lane)
    await places[lane.kind].take(deadline)
    const connecting = connect()
    let client: pg.PoolClient
    try {
      client = await (deadline ? untilAbandoned(connecting, deadline) : connecting)
    } catch (error) {
      endWatch()
      places[lane.kind].free()
      throw error
    }
    const release = client.release
    const stopWatching = deadline?.onAbandon(() => breakConnection(client))
    client.release = (destroy) => {
      endWatch()
      stopWatching?.()
      places[lane.kind].free()
      return release(destroy || abandoned.has(client))
    }
    return client
  }

  type Callback = (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void
  // The driver's overloads, with and without a callback, share one implementation.
  pool.connect = ((callback?: Callback) => {
    const lane = currentDatabaseLane()
    if (!lane) return callback ? connect(callback as never) : connect()
    const connecting = connectInLane(lane)
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error),
    )
  }) as typeof pool.connect
  return () => ({ call: places.call.waiting(), task: places.task.waiting(), job: places.job.waiting() })
}
