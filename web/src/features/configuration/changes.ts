import type { PositionChange } from '@vigilux/contract/features/configuration/configuration.rules.ts'

export type ChangeKind = 'added' | 'replaced' | 'removed' | 'same'

export function toConfigurationChange({ before, after }: PositionChange): ChangeKind {
  if (after === null) return 'removed'
  if (before === null) return 'added'
  return before === after ? 'same' : 'replaced'
}

export function countChanges(changes: readonly PositionChange[]): Record<ChangeKind, number> {
  const counts = { added: 0, replaced: 0, removed: 0, same: 0 }
  for (const change of changes) counts[toConfigurationChange(change)] += 1
  return counts
}
