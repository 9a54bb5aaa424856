import type { Evidence, RuleState } from './compliance.ts'
import type { Facts, LampFact, Moment } from './facts.ts'
import { dateOfDay } from './plant-day.ts'
import type { ProfileLimits } from './profile.ts'

/** What a rule finds, before it is put together with its clauses. */
export type Finding = {
  state: RuleState
  /** Something is missing, and may follow until the end of this day. */
  due?: string
  since?: string
  evidence: Evidence[]
  limit?: number
}

export type Rule = (facts: Facts, limits: ProfileLimits) => Finding

/** What was found of each thing that a rule looks at. */
type FindingParts = {
  notMet?: Evidence[]
  unknown?: Evidence[]
  /** Missing, and in its days of grace. */
  late?: { evidence: Evidence; due: number }[]
  /** What is worth showing although it is met. */
  shown?: Evidence[]
  limit?: number | undefined
}

const earliest = (days: (string | undefined)[]): string | undefined =>
  days.filter((day): day is string => day !== undefined).sort()[0]

/** One that is not met wins over one that is unknown, and that over all that are met. */
export const createFinding = ({ notMet = [], unknown = [], late = [], shown = [], limit }: FindingParts): Finding => {
  const rest = limit === undefined ? {} : { limit }
  const inGrace = late.map(({ evidence }) => evidence)
  if (notMet.length > 0) {
    const since = earliest(notMet.map((one) => one.since))
    return { state: 'notMet', ...(since ? { since } : {}), evidence: [...notMet, ...unknown, ...inGrace], ...rest }
  }
  if (unknown.length > 0) return { state: 'unknown', evidence: [...unknown, ...inGrace], ...rest }
  const due = earliest(late.map((one) => dateOfDay(one.due)))
  return { state: 'met', ...(due ? { due } : {}), evidence: [...inGrace, ...shown], ...rest }
}

/** A lamp as evidence names it. */
export const lampEvidence = ({
  cu,
  addr,
  name,
  place,
}: LampFact): Pick<Evidence, 'cu' | 'addr' | 'name' | 'place'> => ({
  cu,
  addr,
  name,
  ...(place ? { place } : {}),
})

/** Whole hours from one instant to another. */
export const hoursBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 3_600_000

/** Hours after which a silence is an alarm: nothing is known of what is silent for longer. */
export const silenceAlarmHours = 24

/** The units of which nobody knows what has happened: they are silent now, for longer than that. */
export const listSilentUnits = ({ at, isPast, units }: Facts): Evidence[] =>
  units
    .filter(({ online, lastSeen }) => {
      const isLong = lastSeen === null || hoursBetween(lastSeen.at, at.at) > silenceAlarmHours
      return !isPast && !online && isLong
    })
    .map(({ cu, name, lastSeen }) => ({ what: 'silent', cu, name, ...(lastSeen ? { at: lastSeen.at } : {}) }))

export const oldestOf = (moments: readonly Moment[]): Moment | undefined =>
  [...moments].sort((a, b) => a.at.localeCompare(b.at))[0]
