import type { Evidence } from './compliance.ts'
import type { UnitFact } from './facts.ts'
import { createFinding, type Rule } from './finding.ts'

/** R8: each unit has completed its search and found the configured lamps. */
export const networkSearchComplete: Rule = ({ units }) =>
  createFinding({
    notMet: units
      .filter(({ networkUnsettled }) => networkUnsettled)
      .map(({ cu, name }) => ({ what: 'networkUnsettled', cu, name })),
  })

/** R20: no unit schedules its tests at longer intervals than the profile allows. */
export const testIntervalsAllowed: Rule = ({ units }, { functionDays, durationDays }) => {
  const notMet: Evidence[] = []
  const unknown: Evidence[] = []
  for (const { cu, name, plans } of units) {
    if (!plans) unknown.push({ what: 'noPlanReported', cu, name })
    const periodLimits = [
      [plans?.functional?.periodDays, functionDays],
      [plans?.autonomy?.periodDays, durationDays],
    ] as const
    for (const [value, limit] of periodLimits)
      if (value && value > limit) notMet.push({ what: 'longPeriod', cu, name, value, limit })
  }
  return createFinding({ notMet, unknown })
}

/** R23: the clock of every unit is accurate; otherwise its test times are wrong. */
export const clocksAccurate: Rule = ({ units }, { driftSeconds }) => {
  const notMet: Evidence[] = []
  const unknown: Evidence[] = []
  for (const { cu, name, online, driftS, lastSeen } of units) {
    const at = lastSeen ? { at: lastSeen.at } : {}
    if (driftS !== null && Math.abs(driftS) > driftSeconds)
      notMet.push({ what: 'drift', cu, name, value: Math.abs(driftS), limit: driftSeconds })
    else if (!online || driftS === null) unknown.push({ what: 'clockUnknown', cu, name, ...at })
  }
  return createFinding({ notMet, unknown, limit: driftSeconds / 60 })
}

/**
 * R24: test dates follow the plant's zone across both clock changes. A unit schedules by its own clock, which must have
 * the offset of the plant; the platform sets the clock after a change.
 */
export const zoneOffsetsMatch: Rule = ({ units }) => {
  const unitEvidence = ({ cu, name }: UnitFact, what: 'wrongOffset' | 'clockUnknown') => ({ what, cu, name })
  return createFinding({
    notMet: units.filter(({ inZone }) => inZone === false).map((unit) => unitEvidence(unit, 'wrongOffset')),
    unknown: units.filter(({ inZone }) => inZone === null).map((unit) => unitEvidence(unit, 'clockUnknown')),
  })
}
