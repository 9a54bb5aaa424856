/**
 * What counters of lamps come to. Counters are told at moments that lie a quarter of an hour apart; what a lamp used in a quarter is
 * known where both its ends were read, and nowhere else: nothing is spread over a gap, and nothing is guessed.
 */

/** Seconds from one moment to the next. */
export const quarterS = 900

/** What the counters of a lamp showed at a moment: energy in tenths of a Wh, and seconds for which it was on. */
export type Reading = { energy: number; onS: number }

/** `reset`: a counter began again within this quarter. `jump`: it ran further than the lamp can have used, and is not counted. */
export type QuarterMark = 'reset' | 'jump'

/** What a lamp used in a quarter, in tenths of a Wh and seconds; null where that is not known. */
export type Quarter = { used: Reading | null; mark: QuarterMark | null }

/** A lamp that does not say what it is made for is believed up to this: more than any that hangs on a unit. Tenths of a watt. */
const fallbackRatedDw = 10_000
/** Drivers exceed what they are rated for while they are cold, and meters are off by some percent. */
const toleranceFactor = 1.5
/** A counter of tenths may be off by one at each end. */
const roundingDwh = 2
/** Clocks are set while a quarter runs. */
const maxQuarterS = 990

const isPossible = ({ energy, onS }: Reading, ratedDw: number | null): boolean =>
  energy <= ((ratedDw ?? fallbackRatedDw) * quarterS * toleranceFactor) / 3_600 + roundingDwh && onS <= maxQuarterS

const unknownQuarter: Quarter = { used: null, mark: null }
const implausibleQuarter: Quarter = { used: null, mark: 'jump' }

/** What is known of a quarter beside the readings at its ends. */
export type QuarterFacts = {
  /** Rated power in tenths of a watt; null where the lamp does not say. */
  ratedDw: number | null
  /** Another lamp was read at this place at the beginning: this one has taken its place since, and counts from 0. */
  isNewHere: boolean
  /** What the counter showed at the beginning had jumped: going back from there is no new beginning. */
  isAfterJump: boolean
}

/**
 * What a lamp used between two readings that follow each other. Of a counter that began again it is what it has counted since: what
 * ran before within that quarter is lost with the old counter. Null for a reading that is missing.
 */
export const quarterBetween = (
  before: Reading | null,
  after: Reading | null,
  { ratedDw, isNewHere, isAfterJump }: QuarterFacts,
): Quarter => {
  if (!after) return unknownQuarter
  if (!before) return isNewHere && isPossible(after, ratedDw) ? { used: after, mark: 'reset' } : unknownQuarter
  const used = { energy: after.energy - before.energy, onS: after.onS - before.onS }
  if (used.energy >= 0 && used.onS >= 0) return isPossible(used, ratedDw) ? { used, mark: null } : implausibleQuarter
  return isAfterJump || !isPossible(after, ratedDw) ? implausibleQuarter : { used: after, mark: 'reset' }
}
