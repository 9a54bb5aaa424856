import type { Evidence, RuleState } from './compliance.ts'
import type { Facts, LampFact, Moment } from './facts.ts'
import { dateOfDay } from './plant-day.ts'
import type { ProfileLimits } from './profile.ts'

/** Result of a rule without its clauses. */
export type Finding = {
  state: RuleState
  /** Last day of grace for something missing. */
  due?: string
  since?: string
  evidence: Evidence[]
  limit?: number
}

export type Rule = (facts: Facts, limits: ProfileLimits) => Finding

/** Evidence of a rule, sorted by its effect. */
type FindingParts = {
  notMet?: Evidence[]
  unknown?: Evidence[]
  /** Missing, but within its days of grace. */
  late?: { evidence: Evidence; due: number }[]
  /** Worth showing although the rule is met. */
  shown?: Evidence[]
  limit?: number | undefined
}

const findEarliest = (days: (string | undefined)[]): string | undefined =>
  days.filter((day): day is string => day !== undefined).sort()[0]

/** Creates a finding: not met wins over unknown, and unknown over met. */
export const createFinding = ({ notMet = [], unknown = [], late = [], shown = [], limit }: FindingParts): Finding => {
  const limitPart = limit === undefined ? {} : { limit }
  const evidenceInGrace = late.map(({ evidence }) => evidence)
  if (notMet.length > 0) {
    const since = findEarliest(notMet.map((one) => one.since))
    return {
      state: 'notMet',
      ...(since ? { since } : {}),
      evidence: [...notMet, ...unknown, ...evidenceInGrace],
      ...limitPart,
    }
  }
  if (unknown.length > 0) return { state: 'unknown', evidence: [...unknown, ...evidenceInGrace], ...limitPart }
  const firstDue = late.reduce((first, one) => Math.min(first, one.due), Number.POSITIVE_INFINITY)
  const due = Number.isFinite(firstDue) ? dateOfDay(firstDue) : undefined
  return { state: 'met', ...(due ? { due } : {}), evidence: [...evidenceInGrace, ...shown], ...limitPart }
}

/** Parts of a lamp named in evidence. */
export type NamedLamp = Pick<LampFact, 'cu' | 'addr' | 'name' | 'place'>

/** Lamp as evidence names it. */
export const lampEvidence = ({ cu, addr, name, place }: NamedLamp): Pick<Evidence, 'cu' | 'addr' | 'name' | 'place'> =>
  place ? { cu, addr, name, place } : { cu, addr, name }

/** Hours between two instants, with fractions. */
export const hoursBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 3_600_000

/** Hours of silence after which the state of a device counts as unknown. */
export const silenceAlarmHours = 24

/** Units silent for longer than {@link silenceAlarmHours}, with unknown events. */
export const listSilentUnits = ({ at, isPast, units }: Facts): Evidence[] =>
  units
    .filter(({ online, lastSeen }) => {
      const isTooLong = lastSeen === null || hoursBetween(lastSeen.at, at.at) > silenceAlarmHours
      return !isPast && !online && isTooLong
    })
    .map(({ cu, name, lastSeen }) => ({ what: 'silent', cu, name, ...(lastSeen ? { at: lastSeen.at } : {}) }))

/** Compares time stamps in UTC, a hundred times as fast as by locale. */
export const compareInstants = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

export const oldestOf = (moments: readonly Moment[]): Moment | undefined => {
  let oldest = moments[0]
  for (const moment of moments) if (oldest && moment.at < oldest.at) oldest = moment
  return oldest
}
