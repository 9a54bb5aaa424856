import type { LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findHistoryStart } from '../plants/index.ts'
import { listEntriesByNo } from './entries.store.ts'
import { listNewEntryNos } from './new-entries.store.ts'

/** Candidates per listed entry: some are corrected, or too old for a Basic plant. */
const candidatesEach = 4

type NewLogbookEntry = { plantId: string; entry: LogbookEntry; count: number }

/** The valid entries among some of a plant, by number, as its members read them. */
const readValidEntries = async (
  tx: Tx,
  plantId: string,
  nos: number[],
  now: Date,
): Promise<ReadonlyMap<number, LogbookEntry>> => {
  const historyStart = await findHistoryStart(tx, plantId, now)
  const isReadable = ({ correctedBy, ignored, at }: LogbookEntry) =>
    correctedBy === null && !ignored && (!historyStart || at >= historyStart.toISOString())
  return new Map((await listEntriesByNo(tx, plantId, nos)).filter(isReadable).map((entry) => [entry.no, entry]))
}

/** The newest valid entries recorded since a moment, newest first. Only plants with a listed entry are read. */
export const readNewEntries = async (
  tx: Tx,
  plantIds: readonly string[],
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<NewLogbookEntry[]> => {
  const candidates = await listNewEntryNos(tx, plantIds, { since, limit: limit * candidatesEach })
  const nosByPlant = Map.groupBy(candidates, ({ plantId }) => plantId)
  const validByPlant = new Map<string, ReadonlyMap<number, LogbookEntry>>()
  const found: NewLogbookEntry[] = []
  for (const { plantId, no, count } of candidates) {
    if (found.length === limit) break
    const nos = (nosByPlant.get(plantId) ?? []).map((one) => one.no)
    const valid = validByPlant.get(plantId) ?? (await readValidEntries(tx, plantId, nos, now))
    validByPlant.set(plantId, valid)
    const entry = valid.get(no)
    if (entry) found.push({ plantId, entry, count })
  }
  return found
}
