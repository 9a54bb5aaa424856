import { entryLimits, type LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { findHistoryStart } from '../plants/index.ts'
import {
  countEntries,
  countEntriesBefore,
  type EntryFilter,
  findEntryRow,
  findSearchStart,
  listEntries,
} from './entries.store.ts'

/** Filter of a logbook; days count in the plant's zone. */
export type LogbookQuery = Omit<EntryFilter, 'since' | 'soughtFrom'>

/** A part of a logbook. */
export type LogbookPage = {
  /** In order of their numbers; the newest ones up to the limit. */
  entries: LogbookEntry[]
  total: number
  /** Older entries hidden in a Basic plant. */
  hidden: number
}

/** Reads a logbook as members of the plant see it. */
export const readLogbook = async (tx: Tx, query: LogbookQuery, limit: number, now: Date): Promise<LogbookPage> => {
  const since = await findHistoryStart(tx, query.plantId, now)
  const openFilter: EntryFilter = { ...query, since }
  const filter = { ...openFilter, soughtFrom: await findSearchStart(tx, openFilter, entryLimits.sought) }
  return {
    entries: (await listEntries(tx, filter, { offset: 0, limit })).toReversed(),
    total: await countEntries(tx, filter),
    hidden: since ? await countEntriesBefore(tx, query.plantId, since) : 0,
  }
}

/** An entry readable by members: in a Basic plant only one of its days. */
export const requireReadableEntry = async (work: Work<'LOGBOOK_ENTRY_NOT_FOUND'>, plantId: string, no: number) =>
  (await findEntryRow(work.tx, plantId, no, await findHistoryStart(work.tx, plantId, work.now))) ??
  work.fail('LOGBOOK_ENTRY_NOT_FOUND')
