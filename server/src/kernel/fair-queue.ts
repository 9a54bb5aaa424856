import { fail, Refusal } from './refusal.ts'

/** Limits of running and waiting work. */
export type FairQueueLimits = {
  /** Work running at a time, in total and per caller. */
  places: number
  placesPerCaller: number
  /** Work that waits, per caller and in total; more is refused. */
  waitingPerCaller: number
  waitingInAll: number
  /** Milliseconds after which work that got no turn is refused. */
  longestWaitMs: number
}

type Entry = { start(): void; places: number }
type Lane = { running: number; waiting: Set<Entry> }

export type FairQueue = ReturnType<typeof createFairQueue>

/**
 * Schedules callers in turn, so that the backlog of one delays another at most by the work already running. Refuses
 * with TOO_MANY_REQUESTS if one caller has too much waiting, and with SERVER_BUSY if no turn becomes free. Running work
 * must not wait for other work of the queue.
 */
export const createFairQueue = (limits: FairQueueLimits) => {
  const lanes = new Map<string, Lane>()
  /** Lanes that may start something, in turn order. */
  const turns = new Set<Lane>()
  let running = 0
  let waiting = 0

  const lineUp = (lane: Lane): void => {
    const [first] = lane.waiting
    if (first && lane.running + first.places <= limits.placesPerCaller) turns.add(lane)
    else turns.delete(lane)
  }

  const serve = (): void => {
    for (const lane of turns) {
      if (running >= limits.places) return
      // Move to the end: every other caller has a turn before this one's next.
      turns.delete(lane)
      const [entry] = lane.waiting
      if (!entry) continue
      lane.waiting.delete(entry)
      waiting--
      lane.running += entry.places
      running += entry.places
      lineUp(lane)
      entry.start()
    }
  }

  const leave = (key: string, lane: Lane): void => {
    lineUp(lane)
    if (lane.running === 0 && lane.waiting.size === 0) lanes.delete(key)
    serve()
  }

  const takeTurn = (key: string, lane: Lane, places: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(tooLate)
        resolve()
      }
      const entry = { start, places }
      const tooLate = setTimeout(() => {
        lane.waiting.delete(entry)
        waiting--
        leave(key, lane)
        reject(new Refusal('SERVER_BUSY', { retryAfterS: 1 }))
      }, limits.longestWaitMs)
      lane.waiting.add(entry)
      waiting++
      lineUp(lane)
      serve()
    })

  return {
    /** Runs the work when it is the caller's turn. Heavy work takes several of the caller's places. */
    async run<T>(key: string, work: () => Promise<T>, places = 1): Promise<T> {
      const lane = lanes.get(key) ?? { running: 0, waiting: new Set<Entry>() }
      if (lane.waiting.size >= limits.waitingPerCaller) return fail('TOO_MANY_REQUESTS', { retryAfterS: 1 })
      if (waiting >= limits.waitingInAll) return fail('SERVER_BUSY', { retryAfterS: 1 })
      lanes.set(key, lane)
      await takeTurn(key, lane, places)
      try {
        return await work()
      } finally {
        lane.running -= places
        running -= places
        leave(key, lane)
      }
    },
    /** Counts of waiting work and known callers, for tests and metrics. */
    size: () => ({ waiting, callers: lanes.size }),
  }
}
