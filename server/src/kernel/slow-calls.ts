import { queueLimits } from './limits.ts'
import type { Log } from './log.ts'

/** Milliseconds for which a slow action is still reported after its last slow call. */
const reportedForMs = 5_000

/** Knows the calls running for longer than the limit, without their wait for a turn, and logs each at its end. */
export const createSlowCalls = (log: Pick<Log, 'warn'>, now = () => performance.now()) => {
  const running = new Map<string, number>()
  const lastSeen = new Map<string, number>()

  const change = (action: string, by: number): void => {
    const count = (running.get(action) ?? 0) + by
    if (count === 0) running.delete(action)
    else running.set(action, count)
    lastSeen.set(action, now())
  }

  return {
    async watch<T>({ action, requestId }: { action: string; requestId: string }, work: () => Promise<T>): Promise<T> {
      const startedAt = now()
      let isSlow = false
      let error: unknown
      const timer = setTimeout(() => {
        isSlow = true
        change(action, 1)
      }, queueLimits.slow.afterMs)
      try {
        return await work()
      } catch (thrown) {
        error = (thrown as { code?: unknown }).code ?? 'error'
        throw thrown
      } finally {
        clearTimeout(timer)
        if (isSlow) {
          change(action, -1)
          log.warn({ action, ms: Math.round(now() - startedAt), requestId, error }, 'a call was slow')
        }
      }
    },
    isRunning: (action: string): boolean => running.has(action),
    /** Actions with a slow call now or a moment ago. */
    actions(): string[] {
      for (const [action, seenAt] of lastSeen)
        if (!running.has(action) && now() - seenAt > reportedForMs) lastSeen.delete(action)
      return [...lastSeen.keys()].toSorted()
    },
  }
}
