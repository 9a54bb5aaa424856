import { conditionOf } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'

const explainedStates = ['emergency', 'offline', 'inhibited', 'testRunning', 'unknown'] as const
export type ExplainedState = (typeof explainedStates)[number]

type ReportedLamp = Pick<Lamp, 'condition' | 'mode' | 'errors'>

/** The state that the lamp is in, where it says more than its faults do. */
export function findStateToExplain({ condition }: ReportedLamp): ExplainedState | undefined {
  return explainedStates.find((name) => name === condition)
}

/** What the lamp is besides, where a fault hides it: one in error may be inhibited or under test as well. */
export function listHiddenStates(lamp: ReportedLamp): ExplainedState[] {
  if (lamp.condition !== 'error') return []
  const behind = findStateToExplain({ ...lamp, condition: conditionOf({ mode: lamp.mode, errors: [] }, true) })
  return behind ? [behind] : []
}
