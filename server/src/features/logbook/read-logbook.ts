import { entryLimits, type LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findHistoryStart } from '../plants/index.ts'
import { countEntries, type EntryFilter, findSearchStart, listEntries } from './entries.store.ts'

/** Filter of a logbook; days count in the plant's zone. */
export type LogbookQuery = Omit<EntryFilter, 'since' | 'soughtFrom'>

/** A part of a logbook. */
export type LogbookPage = {
  /** In order of their numbers; the newest that fit, if there are more. */
  entries: LogbookEntry[]
  total: number
  /** Whether only the last days are open, because the plant is Basic. */
  isBasic: boolean
}

/** Reads a logbook as members of the plant see it. */
export const readLogbook = async (tx: Tx, query: LogbookQuery, limit: number, now: Date): Promise<LogbookPage> => {
  const since = await findHistoryStart(tx, query.plantId, now)
  const openFilter: EntryFilter = { ...query, since }
  const filter = { ...openFilter, soughtFrom: await findSearchStart(tx, openFilter, entryLimits.sought) }
  return {
    entries: (await listEntries(tx, filter, { offset: 0, limit })).toReversed(),
    total: await countEntries(tx, filter),
    isBasic: since !== null,
  }
}
