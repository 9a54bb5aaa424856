import type { Evidence } from './compliance.ts'
import type { FoundResult, LampFact } from './facts.ts'
import { finding, ofLamp, type Rule } from './finding.ts'
import { dateOfDay, yearsLater } from './plant-day.ts'

/** R19: every lamp is made for the duration that is asked for. */
export const ratedEnough: Rule = ({ lamps }, { ratedMinutes }) => {
  const notMet: Evidence[] = []
  const unknown: Evidence[] = []
  for (const lamp of lamps) {
    if (lamp.ratedMin === null) unknown.push({ ...ofLamp(lamp), what: 'noRatedDuration' })
    else if (lamp.ratedMin < ratedMinutes)
      notMet.push({ ...ofLamp(lamp), what: 'shortRatedDuration', value: lamp.ratedMin, limit: ratedMinutes })
  }
  return finding({ notMet, unknown, limit: ratedMinutes })
}

/** R21: no battery is known to be older than it is made for. It is at least as old as its lamp's first result. */
export const batteriesInLife: Rule = ({ at, lamps }, { batteryYears }) =>
  finding({
    notMet: lamps.flatMap((lamp): Evidence[] => {
      const last = yearsLater(lamp.batterySince.day, batteryYears)
      if (at.day <= last) return []
      return [{ ...ofLamp(lamp), what: 'oldBattery', at: lamp.batterySince.at, since: dateOfDay(last + 1) }]
    }),
    limit: batteryYears,
  })

/** Minutes that a lamp lasted and was to last; absent where nobody knows. */
const minutesOf = (lamp: LampFact, { measuredS, ratedMin }: FoundResult) => {
  const rated = ratedMin ?? lamp.ratedMin
  return {
    ...(measuredS === null ? {} : { value: Math.floor(measuredS / 60) }),
    ...(rated === null ? {} : { limit: rated }),
  }
}

/** Negative where it did not last long enough; null where nothing was measured. */
const spareOf = ({ value, limit }: { value?: number; limit?: number }): number | null =>
  value === undefined || limit === undefined ? null : value - limit

/** R22: every lamp lasted for its rated duration. Up to a tenth above it is close. */
export const lastedLongEnough: Rule = ({ lamps }) => {
  const notMet: Evidence[] = []
  const unknown: Evidence[] = []
  const shown: Evidence[] = []
  for (const lamp of lamps) {
    const found = lamp.autonomy
    if (!found) {
      unknown.push({ ...ofLamp(lamp), what: 'neverTested', at: lamp.knownSince.at })
      continue
    }
    const minutes = minutesOf(lamp, found)
    const row = { ...ofLamp(lamp), ...minutes, at: found.at.at }
    const spare = spareOf(minutes)
    const isShort = spare === null ? found.reason === 'battery_duration' : spare < 0
    if (isShort) notMet.push({ ...row, what: 'measured', since: dateOfDay(found.at.day) })
    else if (spare !== null && spare < (minutes.limit ?? 0) / 10) shown.push({ ...row, what: 'closeCall' })
  }
  notMet.sort((a, b) => (a.value ?? 0) - (b.value ?? 0))
  return finding({ notMet, unknown, shown })
}
