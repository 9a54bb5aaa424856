import type { Work } from '../../kernel/work.ts'
import type { RoundRow } from './maintenance-rounds.store.ts'

/** Names the round as the audit target. */
export const auditRound = (work: Work, { id, title }: Pick<RoundRow, 'id' | 'title'>): void =>
  work.audit.target({ kind: 'round', id, name: title })
