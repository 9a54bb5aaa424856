import type { Log } from './log.ts'

/** Failures that are retried on each run; after those the delay doubles with each failure. */
const triesWithoutWait = 3
const firstWaitMs = 10_000
const maxWaitMs = 60_000
/** Maximum of remembered failures; beyond it, those that waited longest are retried on each run. */
const maxRemembered = 1_000

type Failed = { times: number; until: number }

const waitMs = (times: number): number =>
  times < triesWithoutWait ? 0 : Math.min(maxWaitMs, firstWaitMs * 2 ** (times - triesWithoutWait))

/** Failures of one server, by kind of work. Keyed by the log, because each server has exactly one. */
const backoffByLog = new WeakMap<Log, Map<string, Map<string, Failed>>>()

/**
 * Exponential backoff for repeatedly failing work, up to one minute: a row that always fails costs no attempt and no
 * log line every second, and a repaired row is processed within a minute. Each node remembers failures in memory.
 */
export const retryBackoff = (log: Log, kind: string) => {
  const kinds = backoffByLog.get(log) ?? new Map<string, Map<string, Failed>>()
  backoffByLog.set(log, kinds)
  const pieces = kinds.get(kind) ?? new Map<string, Failed>()
  kinds.set(kind, pieces)
  return {
    /** Items whose retry time has not come. */
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
