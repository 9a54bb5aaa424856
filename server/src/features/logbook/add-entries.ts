import { collection, type Work } from '../../kernel/work.ts'
import type { EntryDraft } from './entry-draft.ts'

/** Entries that are not sealed yet. */
export const entryDrafts = collection<EntryDraft>('entries of the logbook')

/**
 * Writes in the logbook: the one way into it. Entries get their numbers and seals right before COMMIT, together with
 * everything that they tell of, and in order of time among themselves.
 */
export const addEntries = (work: Work, drafts: readonly EntryDraft[]): void => work.collect(entryDrafts, ...drafts)
