import { type Fail, failWith, Refusal } from './refusal.ts'

const fail: Fail<'TOO_MANY_REQUESTS' | 'SERVER_BUSY'> = failWith()

/** Limits of running and waiting work. */
export type FairQueueLimits = {
  /** Work running at a time, in total and per caller. */
  places: number
  placesPerCaller: number
  /**
   * Maximum of running costly work, of all callers together: several pieces would take the processor from all others.
   * After `afterMs` a piece waits for the database, and lets the next one start.
   */
  costly?: { places: number; afterMs: number }
  /** Maximum of waiting work, per caller and in total; more is refused. */
  waitingPerCaller: number
  waitingInAll: number
  /** Milliseconds until waiting work is refused. */
  longestWaitMs: number
  /**
   * After `afterMs` work waits for something else than the processor: up to `places` pieces give their places to
   * others, but none of their caller's.
   */
  slow?: { afterMs: number; places: number }
}

/** The work's share of the queue. */
type WorkLoad = { places: number; isCostly: boolean }
type QueueEntry = WorkLoad & { start(endCostly: () => void): void }
/** Running work. `heldPlaces` is 0 once it has given them up. */
type RunningWork = { heldPlaces: number }
type CallerQueue = { running: number; waiting: Set<QueueEntry> }

/** Sets long-running work aside: it gives up its places, so others may start. */
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
    /** Watches started work. Returns a function to end it. */
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

/** Counts costly work on the processor. */
const createCostlyWork = (limits: FairQueueLimits['costly'], placeFreed: () => void) => {
  let running = 0
  return {
    isFull: (): boolean => limits !== undefined && running >= limits.places,
    /** Counts work until it ends or has run for long. Returns a function to end it. */
    begin(): () => void {
      running++
      const end = (): void => {
        if (!timer) return
        clearTimeout(timer)
        timer = undefined
        running--
        placeFreed()
      }
      let timer: NodeJS.Timeout | undefined = setTimeout(end, limits?.afterMs ?? 0)
      return end
    },
  }
}

export type FairQueue = ReturnType<typeof createFairQueue>

/**
 * Schedules callers in turn, so one caller's backlog delays another at most by the work already running. Refuses with
 * TOO_MANY_REQUESTS if one caller has too much waiting, and with SERVER_BUSY if no turn becomes free. Running work must
 * not wait for other work of the queue.
 */
export const createFairQueue = (limits: FairQueueLimits) => {
  const callers = new Map<string, CallerQueue>()
  /** Callers with work ready to start, in turn order. */
  const turns = new Set<CallerQueue>()
  let running = 0
  let waiting = 0
  let blockedSince: number | null = null

  const fits = ({ running: taken }: CallerQueue, { places }: QueueEntry): boolean =>
    taken + places <= limits.placesPerCaller

  const updateTurn = (caller: CallerQueue): void => {
    const [first] = caller.waiting
    if (first && (first.isCostly || fits(caller, first))) turns.add(caller)
    else turns.delete(caller)
  }

  /** The first waiting work of a caller. Waiting costly work lets the caller's other work pass. */
  const findNext = (caller: CallerQueue): QueueEntry | undefined => {
    const isFull = costlyWork.isFull()
    const next = caller.waiting.values().find(({ isCostly }) => !(isCostly && isFull))
    return next && fits(caller, next) ? next : undefined
  }

  const startNext = (): void => {
    for (const caller of turns) {
      if (running >= limits.places) {
        blockedSince ??= performance.now()
        return
      }
      const entry = findNext(caller)
      if (!entry) continue
      blockedSince = null
      // Move to the end: every other caller has a turn before this one's next.
      turns.delete(caller)
      caller.waiting.delete(entry)
      waiting--
      caller.running += entry.places
      running += entry.places
      updateTurn(caller)
      entry.start(entry.isCostly ? costlyWork.begin() : () => undefined)
    }
    blockedSince = null
  }

  const costlyWork = createCostlyWork(limits.costly, startNext)
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

  const waitForTurn = (key: string, caller: CallerQueue, load: WorkLoad): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const start = (endCostly: () => void) => {
        clearTimeout(timeout)
        resolve(endCostly)
      }
      const entry = { start, ...load }
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

  /** Resolves when it is the caller's turn; call the result when the work has ended. */
  const enter = async (key: string, { places = 1, isCostly = false } = {}): Promise<() => void> => {
    const caller = callers.get(key) ?? { running: 0, waiting: new Set<QueueEntry>() }
    if (caller.waiting.size >= limits.waitingPerCaller) return fail('TOO_MANY_REQUESTS', { retryAfterS: 1 })
    if (waiting >= limits.waitingInAll) return fail('SERVER_BUSY', { retryAfterS: 1 })
    callers.set(key, caller)
    const endCostly = await waitForTurn(key, caller, { places, isCostly })
    const endWork = slowWork.watch(places)
    return () => {
      caller.running -= places
      endCostly()
      endWork()
      endTurn(key, caller)
    }
  }

  return {
    enter,
    /** Runs the work when it is the caller's turn. Heavy work takes several of the caller's places. */
    async run<T>(key: string, work: () => Promise<T>, load: Partial<WorkLoad> = {}): Promise<T> {
      const leave = await enter(key, load)
      try {
        return await work()
      } finally {
        leave()
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
