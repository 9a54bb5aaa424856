import { beforeCommit, type Tx } from '../../kernel/transaction.ts'
import type { EntryDraft } from './entry-draft.ts'
import { sealEntries } from './seal-entries.ts'

const waiting = new WeakMap<Tx, EntryDraft[]>()

/**
 * Writes in the logbook: the one way into it. Entries get their numbers and seals right before COMMIT, together with
 * everything that they tell of, and in order of time among themselves.
 */
export const addEntries = async (tx: Tx, drafts: readonly EntryDraft[]): Promise<void> => {
  if (drafts.length === 0) return
  const others = waiting.get(tx)
  if (others) return void others.push(...drafts)
  const all = [...drafts]
  waiting.set(tx, all)
  await beforeCommit(tx, async (last) => {
    waiting.delete(tx)
    await sealEntries(last, all)
  })
}
