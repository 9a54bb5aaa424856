import type { Evidence } from './compliance.ts'
import type { FailedTestFact, LampFact, TestResultFact } from './facts.ts'
import { createFinding, lampEvidence, type Rule } from './finding.ts'
import { dateOfDay, yearsLater } from './plant-day.ts'
import { failedTestEvidence } from './tests.rules.ts'

/** R19: every lamp is rated for the required duration. */
export const ratedDurationSufficient: Rule = ({ lamps }, { ratedMinutes }) => {
  const notMet: Evidence[] = []
  const unknown: Evidence[] = []
  for (const lamp of lamps) {
    if (lamp.ratedMin === null) unknown.push({ ...lampEvidence(lamp), what: 'noRatedDuration' })
    else if (lamp.ratedMin < ratedMinutes)
      notMet.push({ ...lampEvidence(lamp), what: 'shortRatedDuration', value: lamp.ratedMin, limit: ratedMinutes })
  }
  return createFinding({ notMet, unknown, limit: ratedMinutes })
}

/** R21: no battery is known to exceed its design life. A battery is at least as old as its lamp's first result. */
export const batteriesWithinLifetime: Rule = ({ at, lamps }, { batteryYears }) =>
  createFinding({
    notMet: lamps.flatMap((lamp): Evidence[] => {
      const last = yearsLater(lamp.batterySince.day, batteryYears)
      if (at.day <= last) return []
      return [{ ...lampEvidence(lamp), what: 'oldBattery', at: lamp.batterySince.at, since: dateOfDay(last + 1) }]
    }),
    limit: batteryYears,
  })

type Minutes = { value?: number; limit?: number }

/** Measured minutes of a lamp, and its rated duration; absent if unknown. */
const minutesOf = (lamp: LampFact, { measuredS, ratedMin }: TestResultFact | FailedTestFact): Minutes => {
  const rated = ratedMin ?? lamp.ratedMin
  const minutes: Minutes = {}
  if (measuredS !== null) minutes.value = Math.floor(measuredS / 60)
  if (rated !== null) minutes.limit = rated
  return minutes
}

const isShort = ({ value, limit }: Minutes): boolean => value !== undefined && limit !== undefined && value < limit

/** Failed autonomy test as evidence; with the measured duration if this was the reason. */
const failedDurationEvidence = (lamp: LampFact, failed: FailedTestFact): Evidence => {
  const minutes = minutesOf(lamp, failed)
  const row = failedTestEvidence(lamp, failed)
  if (!isShort(minutes) && failed.reason !== 'battery_duration') return row
  const { reason: _, ...rest } = row
  return { ...rest, ...minutes, what: 'measured' }
}

/** Judges the duration in a lamp's last autonomy test; with evidence if there is something to show. */
const judgeDuration = (lamp: LampFact): { state: 'notMet' | 'unknown' | 'shown'; row: Evidence } | null => {
  const failed = lamp.failedTests.find(({ kind }) => kind === 'autonomy')
  if (failed) return { state: 'notMet', row: failedDurationEvidence(lamp, failed) }
  const found = lamp.autonomy
  if (!found) return { state: 'unknown', row: { ...lampEvidence(lamp), what: 'neverTested', at: lamp.knownSince.at } }
  const minutes = minutesOf(lamp, found)
  const { value, limit } = minutes
  const stopsAtRated = limit !== undefined && found.measuredS === limit * 60
  if (limit !== undefined && value !== undefined && value >= limit && (stopsAtRated || value - limit >= limit / 10))
    return null
  const row = { ...lampEvidence(lamp), ...minutes, at: found.at.at }
  if (isShort(minutes)) return { state: 'notMet', row: { ...row, what: 'measured', since: dateOfDay(found.at.day) } }
  if (limit === undefined) return { state: 'unknown', row: { ...row, what: 'noRatedDuration' } }
  if (value === undefined)
    return { state: lamp.testsToRatedDuration ? 'shown' : 'unknown', row: { ...row, what: 'timeNotReported' } }
  return { state: 'shown', row: { ...row, what: 'closeCall' } }
}

/**
 * R22: every lamp lasted its rated duration in its last autonomy test. Up to a tenth above it is a close call, except
 * for a test stopped exactly there. A failed test breaks the rule at any measured time. Without a measured time,
 * "passed" counts only if the unit tests to the rated duration.
 */
export const lastAutonomySufficient: Rule = ({ lamps }) => {
  const rows: Record<'notMet' | 'unknown' | 'shown', Evidence[]> = { notMet: [], unknown: [], shown: [] }
  for (const lamp of lamps) {
    const judged = judgeDuration(lamp)
    if (judged) rows[judged.state].push(judged.row)
  }
  rows.notMet.sort((a, b) => (a.value ?? 0) - (b.value ?? 0))
  return createFinding(rows)
}
