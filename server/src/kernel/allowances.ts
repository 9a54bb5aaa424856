/** Points that a caller may use at once, and that come back each second. */
export type Allowance = { perSecond: number; burst: number }

/** Most callers that are remembered at a time; beyond it the one that was seen first is forgotten. */
const mostCallers = 20_000

/**
 * Counts what callers use, each against an allowance of its own. `take` answers 0 where the caller may go on, or after
 * how many seconds to try again; what is refused uses nothing. It neither waits nor keeps a timer, because it stands in
 * front of everything that costs.
 */
export const createAllowances = (
  { perSecond, burst }: Allowance,
  { now = () => performance.now(), most = mostCallers }: { now?: () => number; most?: number } = {},
) => {
  const callers = new Map<string, { points: number; at: number }>()

  const pointsOf = (key: string, at: number): number => {
    const known = callers.get(key)
    return known ? Math.min(burst, known.points + ((at - known.at) / 1000) * perSecond) : burst
  }

  return {
    take(key: string, points = 1): number {
      const at = now()
      const left = pointsOf(key, at) - points
      if (left < 0) return Math.max(1, Math.ceil(-left / perSecond))
      // Whoever was quiet longest stands first, and is the one to be forgotten.
      callers.delete(key)
      callers.set(key, { points: left, at })
      const [oldest] = callers.size > most ? callers.keys() : []
      if (oldest !== undefined) callers.delete(oldest)
      return 0
    },
    size: () => callers.size,
  }
}
export type Allowances = ReturnType<typeof createAllowances>
