import type { RecordUsage } from './shared-usage.ts'

/** Points available to a caller at once (`burst`), refilled at `perSecond`. */
export type Allowance = { perSecond: number; burst: number }

/** Maximum of callers remembered at a time; beyond it the longest-quiet one is forgotten. */
const defaultMaxCallers = 20_000

export type AllowanceOptions = {
  now?: () => number
  maxCallers?: number
  /** Called on every use, for other nodes to count. */
  used?: RecordUsage
}

/**
 * `take` returns 0 if the caller may go on, else the seconds until a retry; a refused call uses nothing. Neither waits
 * nor keeps a timer, because it runs before everything costly.
 */
export const createAllowances = (
  { perSecond, burst }: Allowance,
  {
    now = () => performance.now(),
    maxCallers = defaultMaxCallers,
    used: recordUsage = () => undefined,
  }: AllowanceOptions = {},
) => {
  const callers = new Map<string, { points: number; at: number }>()

  const pointsOf = (key: string, at: number): number => {
    const balance = callers.get(key)
    return balance ? Math.min(burst, balance.points + ((at - balance.at) / 1000) * perSecond) : burst
  }

  const saveBalance = (key: string, points: number, at: number): void => {
    // Move to the end: the longest-quiet caller is first, and is forgotten first.
    callers.delete(key)
    callers.set(key, { points, at })
    const [leastRecentKey] = callers.size > maxCallers ? callers.keys() : []
    if (leastRecentKey !== undefined) callers.delete(leastRecentKey)
  }

  return {
    take(key: string, points = 1): number {
      const at = now()
      const remainingPoints = pointsOf(key, at) - points
      if (remainingPoints < 0) return Math.max(1, Math.ceil(-remainingPoints / perSecond))
      saveBalance(key, remainingPoints, at)
      recordUsage(key, points)
      return 0
    },
    /** Adds the caller's use on other nodes; a caller's debt is at most its burst. */
    spend(key: string, points: number): void {
      const at = now()
      saveBalance(key, Math.max(-burst, pointsOf(key, at) - points), at)
    },
    size: () => callers.size,
  }
}
export type Allowances = ReturnType<typeof createAllowances>
