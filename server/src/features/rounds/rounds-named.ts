import { about } from '../../kernel/audit-notes.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { RoundRow } from './rounds.store.ts'

/** Notes for the audit that something is done to a round. */
export const aboutRound = (tx: Tx, { id, title }: Pick<RoundRow, 'id' | 'title'>): void =>
  about(tx, { kind: 'round', id, name: title })
