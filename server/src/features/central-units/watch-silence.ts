import type { Announce } from '../../kernel/announce.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { acquiredUnits } from './central-units.store.ts'
import { announceLinks } from './hear-units.ts'
import { disconnectSilent } from './unit-links.store.ts'

/** A unit says every 30 s that it lives; after this long without a word it counts as disconnected. */
export const silenceMs = 75_000

/** Takes silent units as disconnected; answers the plants that lost one. */
export const noticeSilence = async (tx: Tx, announce: Announce, now: Date): Promise<string[]> => {
  const silent = await disconnectSilent(tx, new Date(now.getTime() - silenceMs), now)
  if (silent.length === 0) return []
  const units = await acquiredUnits(
    tx,
    silent.map(({ unit }) => unit),
  )
  announceLinks(announce, silent, units)
  return [...new Set(units.values().map(({ plantId }) => plantId))]
}
