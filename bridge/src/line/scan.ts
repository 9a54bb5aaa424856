import { query } from '../bus/opcodes.ts'
import { askFor, askWhether, type RunTransaction, type Truth } from '../bus/transaction.ts'
import type { GearIdentity } from './gear.ts'
import { readIdentity } from './identity.ts'

export const addressesPerLine = 64
const priority = 4
/** A gear counts as absent after so many queries without an answer. */
const presenceQueries = 3

/** The kind of answer at a short address; `unknown` if the scan could not tell. */
export type Found =
  | { short: number; kind: 'gear'; identity: GearIdentity }
  | { short: number; kind: 'several' | 'nobody' | 'unknown' }

/** Asks until somebody answers, because single answers go missing. */
export const isPresent = async (run: RunTransaction, short: number): Promise<Truth> => {
  let truth: Truth = 'unknown'
  for (let n = 0; n < presenceQueries; n++) {
    truth = await askWhether(run, askFor({ short }, query.present), priority)
    if (truth !== 'no') return truth
  }
  return truth
}

export const findAt = async (run: RunTransaction, short: number): Promise<Found> => {
  const presence = await isPresent(run, short)
  if (presence !== 'yes') return { short, kind: presence === 'no' ? 'nobody' : 'unknown' }
  const identity = await readIdentity(run, short)
  if (identity === null) return { short, kind: 'unknown' }
  return identity === 'several' ? { short, kind: 'several' } : { short, kind: 'gear', identity }
}

/** Asks at every short address, and changes nothing. Stops when `onFound` returns false. */
export const scanLine = async (run: RunTransaction, onFound: (found: Found) => boolean): Promise<void> => {
  for (let short = 0; short < addressesPerLine; short++) if (!onFound(await findAt(run, short))) return
}

/** Whether gear without a short address is on the line. */
export const hasUnaddressed = (run: RunTransaction): Promise<Truth> =>
  askWhether(run, askFor('unaddressed', query.missingShortAddress), priority)
