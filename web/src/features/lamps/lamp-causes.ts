import { conditionOf } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'

const explainedStates = ['emergency', 'offline', 'inhibited', 'testRunning', 'unknown'] as const
export type ExplainedState = (typeof explainedStates)[number]

type ReportedLamp = Pick<Lamp, 'condition' | 'mode' | 'errors'>

/** The lamp's state, if it says more than the faults. */
export function findStateToExplain({ condition }: ReportedLamp): ExplainedState | undefined {
  return explainedStates.find((name) => name === condition)
}

/** Further states hidden by a fault: a lamp in error may also be inhibited or under test. */
export function listHiddenStates(lamp: ReportedLamp): ExplainedState[] {
  if (lamp.condition !== 'error') return []
  const stateToExplain = findStateToExplain({ ...lamp, condition: conditionOf({ mode: lamp.mode, errors: [] }, true) })
  return stateToExplain ? [stateToExplain] : []
}
