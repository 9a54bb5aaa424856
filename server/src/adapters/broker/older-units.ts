/** Units remembered at a time, and the milliseconds before a unit is reported again. */
const maxUnits = 1_000
const quietMs = 60_000

/** Reports units that use an older protocol, each at most once a minute. */
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
