import type { Log } from './log.ts'

/** So often a piece of work that fails is tried with each look; then it is waited with, twice as long with each failure. */
const triesWithoutWait = 3
const firstWaitMs = 10_000
const maxWaitMs = 60_000
/** Of more than that, those that have waited longest are tried with each look again. */
const maxRemembered = 1_000

type Failed = { times: number; until: number }

const waitMs = (times: number): number =>
  times < triesWithoutWait ? 0 : Math.min(maxWaitMs, firstWaitMs * 2 ** (times - triesWithoutWait))

/** What a server remembers of the work that failed on it, by the kind of work. Its log is what a server has one of. */
const backoffByLog = new WeakMap<Log, Map<string, Map<string, Failed>>>()

/**
 * What fails again and again is tried ever more seldom, once a minute at last: a row that no code can bear costs no look and no line of
 * the log every second, and what is mended is soon done: some of it has its minute. Each node remembers for itself, until it ends.
 */
export const retryBackoff = (log: Log, kind: string) => {
  const kinds = backoffByLog.get(log) ?? new Map<string, Map<string, Failed>>()
  backoffByLog.set(log, kinds)
  const pieces = kinds.get(kind) ?? new Map<string, Failed>()
  kinds.set(kind, pieces)
  return {
    /** Those whose time to be tried again has not come. */
    waiting(): string[] {
      const now = performance.now()
      return [...pieces].flatMap(([piece, { until }]) => (until > now ? [piece] : []))
    },
    add(piece: string): void {
      const times = (pieces.get(piece)?.times ?? 0) + 1
      pieces.delete(piece)
      pieces.set(piece, { times, until: performance.now() + waitMs(times) })
      for (const oldest of pieces.keys()) {
        if (pieces.size <= maxRemembered) break
        pieces.delete(oldest)
      }
    },
    forget(piece: string): void {
      pieces.delete(piece)
    },
  }
}
