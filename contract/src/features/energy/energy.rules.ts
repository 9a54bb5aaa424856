/**
 * Consumption from lamp counters, which are read every quarter of an hour. The consumption of a quarter is known only
 * if both ends were read; gaps are never filled or estimated.
 */

/** Seconds between two readings. */
export const quarterS = 900

/** Counters of a lamp at a moment: energy in tenths of a Wh, and seconds for which the lamp was on. */
export type Reading = { energy: number; onS: number }

/** `reset`: a counter restarted within this quarter. `jump`: it ran further than possible, and is not counted. */
export type QuarterMark = 'reset' | 'jump'

/** Consumption of a lamp in a quarter, in tenths of a Wh and seconds; null if unknown. */
export type Quarter = { used: Reading | null; mark: QuarterMark | null }

/** Assumed rated power of a lamp without a reported one, in tenths of a watt; above any lamp on a unit. */
const fallbackRatedDw = 10_000
/** Cold drivers exceed their rating, and meters are off by some percent. */
const toleranceFactor = 1.5
/** A counter of tenths may be off by one at each end. */
const roundingDwh = 2
/** Upper bound of a quarter, because clocks are set while it runs. */
const maxQuarterS = 990

const isPossible = ({ energy, onS }: Reading, ratedDw: number | null): boolean =>
  energy <= ((ratedDw ?? fallbackRatedDw) * quarterS * toleranceFactor) / 3_600 + roundingDwh && onS <= maxQuarterS

const unknownQuarter: Quarter = { used: null, mark: null }
const implausibleQuarter: Quarter = { used: null, mark: 'jump' }

/** Facts about a quarter apart from its readings. */
export type QuarterFacts = {
  /** Rated power in tenths of a watt; null if not reported. */
  ratedDw: number | null
  /** Whether the first reading belongs to a replaced lamp; the new one counts from 0. */
  isNewHere: boolean
  /** Whether the first reading had jumped; a lower value after it is not a reset. */
  isAfterJump: boolean
}

/**
 * Consumption between two consecutive readings. For a restarted counter it is the count since then; earlier consumption
 * of the quarter is lost. Null if a reading is missing.
 */
export const quarterBetween = (
  previous: Reading | null,
  after: Reading | null,
  { ratedDw, isNewHere, isAfterJump }: QuarterFacts,
): Quarter => {
  if (!after) return unknownQuarter
  if (!previous) return isNewHere && isPossible(after, ratedDw) ? { used: after, mark: 'reset' } : unknownQuarter
  const usedSince = { energy: after.energy - previous.energy, onS: after.onS - previous.onS }
  if (usedSince.energy >= 0 && usedSince.onS >= 0)
    return isPossible(usedSince, ratedDw) ? { used: usedSince, mark: null } : implausibleQuarter
  return isAfterJump || !isPossible(after, ratedDw) ? implausibleQuarter : { used: after, mark: 'reset' }
}
