import { conditionOf } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'

const explained = ['emergency', 'offline', 'inhibited', 'testRunning', 'unknown'] as const
export type Explained = (typeof explained)[number]

type Told = Pick<Lamp, 'condition' | 'mode' | 'errors'>

/** The state that the lamp is in, where it says more than its faults do. */
export function stateToExplain({ condition }: Told): Explained | undefined {
  return explained.find((name) => name === condition)
}

/** What the lamp is besides, where a fault hides it: one in error may be inhibited or under test as well. */
export function statesBehind(lamp: Told): Explained[] {
  if (lamp.condition !== 'error') return []
  const behind = stateToExplain({ ...lamp, condition: conditionOf({ mode: lamp.mode, errors: [] }, true) })
  return behind ? [behind] : []
}
