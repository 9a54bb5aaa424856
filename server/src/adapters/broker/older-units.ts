/** Units that are remembered at a time, and how long one that was told of is not told of again. */
const maxUnits = 1_000
const quietMs = 60_000

/** Tells of units that try an older protocol, each once a minute at most. */
export const createOldProtocolDetector = (tell: (unit: string) => void, now: () => number = Date.now) => {
  const toldAt = new Map<string, number>()
  return (unit: string): void => {
    const last = toldAt.get(unit)
    if (last !== undefined && now() - last < quietMs) return
    toldAt.delete(unit)
    toldAt.set(unit, now())
    const [oldest] = toldAt.keys()
    if (toldAt.size > maxUnits && oldest !== undefined) toldAt.delete(oldest)
    tell(unit)
  }
}
