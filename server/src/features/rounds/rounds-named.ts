import type { Work } from '../../kernel/work.ts'
import type { RoundRow } from './rounds.store.ts'

/** Notes for the audit that something is done to a round. */
export const aboutRound = (work: Work, { id, title }: Pick<RoundRow, 'id' | 'title'>): void =>
  work.audit.about({ kind: 'round', id, name: title })
