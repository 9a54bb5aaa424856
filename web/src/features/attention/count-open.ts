import type { ActionOutput } from '../../shared/api/actions.ts'

/** Number of causes without the snoozed ones. */
export const countOpen = ({ total, snoozed }: Pick<ActionOutput<'getAttention'>, 'total' | 'snoozed'>): number =>
  total - snoozed
