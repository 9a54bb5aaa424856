import type { Evidence, EvidenceKind } from './compliance.ts'
import type { Facts, LampFact, Moment } from './facts.ts'
import {
  createFinding,
  hoursBetween,
  lampEvidence,
  listSilentUnits,
  type NamedLamp,
  type Rule,
  silenceAlarmHours,
} from './finding.ts'
import { dateOfDay } from './plant-day.ts'
import type { ProfileLimits } from './profile.ts'

type SilentDevice = { evidence: Evidence; since: Moment | null }

/** R10: every unit and every lamp answers. */
export const allAnswering: Rule = ({ at, lamps, units }, { silenceDays }) => {
  const silentDevices: SilentDevice[] = [
    ...units
      .filter(({ online }) => !online)
      .map(({ cu, name, lastSeen }) => ({ evidence: { what: 'silent' as const, cu, name }, since: lastSeen })),
    ...lamps
      .filter(({ silentSince }) => silentSince !== null)
      .map((lamp) => ({ evidence: { ...lampEvidence(lamp), what: 'lampSilent' as const }, since: lamp.silentSince })),
  ]
  const datedDevices = silentDevices.map(({ evidence, since }) => ({
    since,
    evidence: { ...evidence, ...(since ? { at: since.at } : {}) },
  }))
  const isTooLong = (since: Moment | null) => since !== null && at.day - since.day > silenceDays
  const isWithinAlarmTime = (since: Moment | null) =>
    since !== null && hoursBetween(since.at, at.at) <= silenceAlarmHours
  return createFinding({
    notMet: datedDevices.flatMap(({ evidence, since }) =>
      since && isTooLong(since) ? { ...evidence, since: dateOfDay(since.day + silenceDays + 1) } : [],
    ),
    unknown: datedDevices
      .filter(({ since }) => !isTooLong(since) && !isWithinAlarmTime(since))
      .map(({ evidence }) => evidence),
    shown: datedDevices.filter(({ since }) => isWithinAlarmTime(since)).map(({ evidence }) => evidence),
    limit: silenceDays,
  })
}

const faultEvidence = (lamp: NamedLamp, what: EvidenceKind, since: Moment): Evidence => ({
  ...lampEvidence(lamp),
  what,
  at: since.at,
})

export type OpenFault = { evidence: Evidence; since: Moment }

/** Facts of lamps and units for their open faults. */
export type FaultFacts = {
  lamps: readonly (NamedLamp & Pick<LampFact, 'faultySince'>)[]
  unitFaults: Facts['unitFaults']
}

/** Open faults of lamps and units, oldest first. R11 judges them, and the logbook counts them as defects. */
export const listOpenFaultEvidence = ({ lamps, unitFaults }: FaultFacts): OpenFault[] => {
  const lampFaults = lamps.flatMap((lamp) => {
    const { faultySince: since } = lamp
    return since ? [{ evidence: faultEvidence(lamp, 'openFault', since), since }] : []
  })
  const unitFaultsEvidence = unitFaults.map(({ cu, name, at: since }) => ({
    evidence: { what: 'openFault' as const, cu, name, at: since.at },
    since,
  }))
  return [...unitFaultsEvidence, ...lampFaults].toSorted((a, b) => a.since.day - b.since.day)
}

/** Last day in time for the repair of a fault. */
export const repairDue = (since: Moment, { repairDays }: Pick<ProfileLimits, 'repairDays'>): number =>
  since.day + repairDays

/** R11: no fault of a lamp or a unit stays open longer than the repair limit. */
export const repairedInTime: Rule = (facts, limits) => {
  const { at } = facts
  const { repairDays } = limits
  const open = listOpenFaultEvidence(facts).map(({ evidence, since }) => ({ evidence, due: repairDue(since, limits) }))
  return createFinding({
    notMet: open
      .filter(({ due }) => at.day > due)
      .map(({ evidence, due }) => ({ ...evidence, since: dateOfDay(due + 1) })),
    late: open.filter(({ due }) => at.day <= due),
    limit: repairDays,
  })
}

/** R12: no lamp is inhibited longer than allowed, nor beyond its set end. */
export const notInhibited: Rule = ({ at, lamps, units }, { inhibitHours }) => {
  const inhibitionEndByUnit = new Map(units.map(({ cu, inhibitedBeyond }) => [cu, inhibitedBeyond?.day]))
  /** First day on which the inhibition is too long; undefined if it is not. */
  const firstExcessDay = (cu: string, since: Moment): number | undefined => {
    const isTooLong = hoursBetween(since.at, at.at) > inhibitHours
    const allowed = isTooLong ? since.day + Math.floor(inhibitHours / 24) : Number.POSITIVE_INFINITY
    const first = Math.min(allowed, inhibitionEndByUnit.get(cu) ?? Number.POSITIVE_INFINITY)
    return Number.isFinite(first) ? first : undefined
  }
  const judgedLamps = lamps.flatMap((lamp) => {
    const { inhibitedSince: since } = lamp
    return since ? [{ evidence: faultEvidence(lamp, 'inhibited', since), day: firstExcessDay(lamp.cu, since) }] : []
  })
  return createFinding({
    notMet: judgedLamps.flatMap(({ evidence, day }) =>
      day === undefined ? [] : [{ ...evidence, since: dateOfDay(day) }],
    ),
    shown: judgedLamps.flatMap(({ evidence, day }) => (day === undefined ? [evidence] : [])),
    limit: inhibitHours,
  })
}

/** R26: mains failures are recorded as such and do not count as tests. For a silent unit this is unknown. */
export const mainsFailuresRecorded: Rule = (facts) =>
  createFinding({
    unknown: listSilentUnits(facts),
    shown: facts.mainsFailures.map(({ cu, name, at }) => ({ what: 'mainsFailure', cu, name, at: at.at })),
  })
