import type { Work } from '../../kernel/work.ts'
import type { RoundRow } from './rounds.store.ts'

/** Notes for the audit that something is done to a round. */
export const auditRound = (work: Work, { id, title }: Pick<RoundRow, 'id' | 'title'>): void =>
  work.audit.target({ kind: 'round', id, name: title })
