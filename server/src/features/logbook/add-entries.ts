import { collection, type Work } from '../../kernel/work.ts'
import type { EntryDraft } from './entry-draft.ts'

/** Entries before their sealing. */
export const entryDrafts = collection<EntryDraft>('entries of the logbook')

/**
 * Writes to the logbook: the only way to add entries. Entries get their numbers and seals right before COMMIT, in the
 * transaction of their event, and in order of time among themselves.
 */
export const addEntries = (work: Work, drafts: readonly EntryDraft[]): void => work.collect(entryDrafts, ...drafts)
