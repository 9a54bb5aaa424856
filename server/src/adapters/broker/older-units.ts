/** Units remembered at a time, and the milliseconds before a unit is reported again. */
const maxUnits = 1_000
const quietMs = 60_000

/** Reports units with an older protocol, each at most once a minute. */
export const createOldProtocolDetector = (report: (unit: string) => void, now: () => number = Date.now) => {
  const lastReports = new Map<string, number>()
  return (unit: string): void => {
    const last = lastReports.get(unit)
    if (last !== undefined && now() - last < quietMs) return
    lastReports.delete(unit)
    lastReports.set(unit, now())
    const [oldestUnit] = lastReports.keys()
    if (lastReports.size > maxUnits && oldestUnit !== undefined) lastReports.delete(oldestUnit)
    report(unit)
  }
}
