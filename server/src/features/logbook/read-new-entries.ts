import type { LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findHistoryStart } from '../plants/index.ts'
import { listEntriesByNo } from './entries.store.ts'
import { listNewEntryNos } from './new-entries.store.ts'

/** Candidates per listed entry: some are corrected, or too old for a Basic plant. */
const candidatesEach = 4

type NewLogbookEntry = { plantId: string; entry: LogbookEntry; count: number }

/** The newest valid entries recorded since a moment, as members of the plants read them, newest first. */
export const readNewEntries = async (
  tx: Tx,
  plantIds: readonly string[],
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<NewLogbookEntry[]> => {
  const candidates = await listNewEntryNos(tx, plantIds, { since, limit: limit * candidatesEach })
  const readable = new Map<string, LogbookEntry>()
  for (const [plantId, ofPlant] of Map.groupBy(candidates, (one) => one.plantId)) {
    const nos = ofPlant.map(({ no }) => no)
    const historyStart = await findHistoryStart(tx, plantId, now)
    for (const entry of await listEntriesByNo(tx, plantId, nos))
      if (entry.correctedBy === null && !entry.ignored && (!historyStart || entry.at >= historyStart.toISOString()))
        readable.set(`${plantId} ${entry.no}`, entry)
  }
  return candidates
    .flatMap(({ plantId, no, count }) => {
      const entry = readable.get(`${plantId} ${no}`)
      return entry ? [{ plantId, entry, count }] : []
    })
    .slice(0, limit)
}
