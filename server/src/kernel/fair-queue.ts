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
  /**
   * Work that has run for `afterMs` waits for something else than the processor: up to `places` pieces of it give their
   * places to others, but none of their caller's.
   */
  slow?: { afterMs: number; places: number }
}

type QueueEntry = { start(): void; places: number }
/** Running work. `heldPlaces` is 0 once it has given them up. */
type RunningWork = { heldPlaces: number }
type CallerQueue = { running: number; waiting: Set<QueueEntry> }

/** Sets work aside that runs for long: it gives up its places, so that others may start. */
const createSlowWork = (
  limits: FairQueueLimits['slow'],
  { freePlaces, placesFreed }: { freePlaces(work: RunningWork): void; placesFreed(): void },
) => {
  const slow = new Set<RunningWork>()
  const setAside = (): void => {
    for (const work of [...slow].slice(0, limits?.places ?? 0)) freePlaces(work)
    placesFreed()
  }
  return {
    isFull: (): boolean => limits !== undefined && slow.size >= limits.places,
    /** Watches work that has started. Returns what ends it. */
    watch(places: number): () => void {
      const work: RunningWork = { heldPlaces: places }
      const addSlow = () => {
        slow.add(work)
        setAside()
      }
      const timer = limits && setTimeout(addSlow, limits.afterMs)
      return () => {
        clearTimeout(timer)
        freePlaces(work)
        if (slow.delete(work)) setAside()
      }
    },
  }
}

export type FairQueue = ReturnType<typeof createFairQueue>

/**
 * Schedules callers in turn, so that the backlog of one delays another at most by the work already running. Refuses
 * with TOO_MANY_REQUESTS if one caller has too much waiting, and with SERVER_BUSY if no turn becomes free. Running work
 * must not wait for other work of the queue.
 */
export const createFairQueue = (limits: FairQueueLimits) => {
  const callers = new Map<string, CallerQueue>()
  /** Callers that may start something, in turn order. */
  const turns = new Set<CallerQueue>()
  let running = 0
  let waiting = 0
  let blockedSince: number | null = null

  const updateTurn = (caller: CallerQueue): void => {
    const [first] = caller.waiting
    if (first && caller.running + first.places <= limits.placesPerCaller) turns.add(caller)
    else turns.delete(caller)
  }

  const startNext = (): void => {
    for (const caller of turns) {
      if (running >= limits.places) {
        blockedSince ??= performance.now()
        return
      }
      blockedSince = null
      // Move to the end: every other caller has a turn before this one's next.
      turns.delete(caller)
      const [entry] = caller.waiting
      if (!entry) continue
      caller.waiting.delete(entry)
      waiting--
      caller.running += entry.places
      running += entry.places
      updateTurn(caller)
      entry.start()
    }
    blockedSince = null
  }

  const slowWork = createSlowWork(limits.slow, {
    freePlaces: (work) => {
      running -= work.heldPlaces
      work.heldPlaces = 0
    },
    placesFreed: () => startNext(),
  })

  const endTurn = (key: string, caller: CallerQueue): void => {
    updateTurn(caller)
    if (caller.running === 0 && caller.waiting.size === 0) callers.delete(key)
    startNext()
  }

  const waitForTurn = (key: string, caller: CallerQueue, places: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timeout)
        resolve()
      }
      const entry = { start, places }
      const timeout = setTimeout(() => {
        caller.waiting.delete(entry)
        waiting--
        endTurn(key, caller)
        reject(new Refusal('SERVER_BUSY', { retryAfterS: 1 }))
      }, limits.longestWaitMs)
      caller.waiting.add(entry)
      waiting++
      updateTurn(caller)
      startNext()
    })

  return {
    /** Runs the work when it is the caller's turn. Heavy work takes several of the caller's places. */
    async run<T>(key: string, work: () => Promise<T>, places = 1): Promise<T> {
      const caller = callers.get(key) ?? { running: 0, waiting: new Set<QueueEntry>() }
      if (caller.waiting.size >= limits.waitingPerCaller) return fail('TOO_MANY_REQUESTS', { retryAfterS: 1 })
      if (waiting >= limits.waitingInAll) return fail('SERVER_BUSY', { retryAfterS: 1 })
      callers.set(key, caller)
      await waitForTurn(key, caller, places)
      const endWork = slowWork.watch(places)
      try {
        return await work()
      } finally {
        caller.running -= places
        endWork()
        endTurn(key, caller)
      }
    },
    /** Milliseconds for which work has waited while no place became free. */
    blockedMs: () => (blockedSince === null ? 0 : performance.now() - blockedSince),
    /** Whether no further slow work can give up its places. */
    isFullOfSlowWork: slowWork.isFull,
    /** Counts of waiting work and known callers, for tests and metrics. */
    size: () => ({ waiting, callers: callers.size }),
  }
}
