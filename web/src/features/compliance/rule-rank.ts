import type { JudgedRule } from '@vigilux/contract/features/compliance/compliance.ts'

/** Order of rules: not met, unknown, met in its days of grace, met. */
export const rankOfRule = ({ state, due }: Pick<JudgedRule, 'state' | 'due'>): number => {
  if (state === 'notMet') return 0
  if (state === 'unknown') return 1
  return due ? 2 : 3
}
