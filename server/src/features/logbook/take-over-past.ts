import type { Tx } from '../../kernel/transaction.ts'
import type { EntryDraft } from './entry-draft.ts'
import { deletePast, type LogbookHead, type PastRow, readPast } from './logbook.store.ts'

const entriesAtOnce = 2_000

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

/** What stands in the past was written by this release's own migration, as the kind says. */
const draftOf = ({ id: _, userId, byName, once, facts, ...row }: PastRow, recordedAt: Date): EntryDraft =>
  ({
    ...row,
    ...{ facts, recordedAt },
    ...(once !== null && { once }),
    by: byName === null ? null : { userId: userId && uuid.test(userId) ? userId : null, name: byName },
  }) as EntryDraft

type Append = (tx: Tx, head: LogbookHead, drafts: readonly EntryDraft[]) => Promise<LogbookHead>

/** Takes into the chain what earlier releases have written, in order of time, as of now. The head is locked. */
export const takeOverPast = async (tx: Tx, head: LogbookHead, append: Append): Promise<LogbookHead> => {
  let last = head
  for (;;) {
    const rows = await readPast(tx, head.plantId, entriesAtOnce)
    if (rows.length === 0) return last
    last = await append(
      tx,
      last,
      rows.map((row) => draftOf(row, head.sealedAt)),
    )
    await deletePast(
      tx,
      rows.map(({ id }) => id),
    )
  }
}
