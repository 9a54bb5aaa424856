import type { RecordUsage } from './shared-usage.ts'

/** Points that a caller may use at once, and that come back each second. */
export type Allowance = { perSecond: number; burst: number }

/** Most callers that are remembered at a time; beyond it the one that was seen first is forgotten. */
const defaultMaxCallers = 20_000

export type AllowanceOptions = {
  now?: () => number
  maxCallers?: number
  /** Told of every use, so that other nodes may count it. */
  used?: RecordUsage
}

/**
 * Counts what callers use, each against an allowance of its own. `take` answers 0 where the caller may go on, or after
 * how many seconds to try again; what is refused uses nothing. It neither waits nor keeps a timer, because it stands in
 * front of everything that costs.
 */
export const createAllowances = (
  { perSecond, burst }: Allowance,
  { now = () => performance.now(), maxCallers = defaultMaxCallers, used = () => undefined }: AllowanceOptions = {},
) => {
  const callers = new Map<string, { points: number; at: number }>()

  const pointsOf = (key: string, at: number): number => {
    const known = callers.get(key)
    return known ? Math.min(burst, known.points + ((at - known.at) / 1000) * perSecond) : burst
  }

  const keep = (key: string, points: number, at: number): void => {
    // Whoever was quiet longest stands first, and is the one to be forgotten.
    callers.delete(key)
    callers.set(key, { points, at })
    const [oldest] = callers.size > maxCallers ? callers.keys() : []
    if (oldest !== undefined) callers.delete(oldest)
  }

  return {
    take(key: string, points = 1): number {
      const at = now()
      const left = pointsOf(key, at) - points
      if (left < 0) return Math.max(1, Math.ceil(-left / perSecond))
      keep(key, left, at)
      used(key, points)
      return 0
    },
    /** Takes what the caller has used elsewhere; it may owe as much as it may have. */
    spend(key: string, points: number): void {
      const at = now()
      keep(key, Math.max(-burst, pointsOf(key, at) - points), at)
    },
    size: () => callers.size,
  }
}
export type Allowances = ReturnType<typeof createAllowances>
