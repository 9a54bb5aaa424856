import type { Log } from './log.ts'

/** Failures retried on each run; after those the delay doubles with each failure. */
const triesWithoutWait = 3
const firstWaitMs = 10_000
const maxWaitMs = 60_000
/** Maximum of remembered failures; beyond it, the longest-waiting ones are retried on each run. */
const maxRemembered = 1_000

type FailedItem = { times: number; until: number }

const waitMs = (times: number): number =>
  times < triesWithoutWait ? 0 : Math.min(maxWaitMs, firstWaitMs * 2 ** (times - triesWithoutWait))

/** Failures of one server, by kind of work. Keyed by the log, because each server has exactly one. */
const backoffByLog = new WeakMap<Log, Map<string, Map<string, FailedItem>>>()

/**
 * Exponential backoff for repeatedly failing work, up to one minute: a permanently failing row costs no attempt and no
 * log line every second, and a repaired row is processed within a minute. Each node remembers failures in memory.
 */
export const retryBackoff = (log: Log, kind: string) => {
  const kinds = backoffByLog.get(log) ?? new Map<string, Map<string, FailedItem>>()
  backoffByLog.set(log, kinds)
  const failures = kinds.get(kind) ?? new Map<string, FailedItem>()
  kinds.set(kind, failures)
  return {
    /** Items whose retry time has not come. */
    waiting(): string[] {
      const now = performance.now()
      return [...failures].flatMap(([itemKey, { until }]) => (until > now ? [itemKey] : []))
    },
    add(itemKey: string): void {
      const times = (failures.get(itemKey)?.times ?? 0) + 1
      failures.delete(itemKey)
      failures.set(itemKey, { times, until: performance.now() + waitMs(times) })
      for (const oldestKey of failures.keys()) {
        if (failures.size <= maxRemembered) break
        failures.delete(oldestKey)
      }
    },
    forget(itemKey: string): void {
      failures.delete(itemKey)
    },
  }
}
