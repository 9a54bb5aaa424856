import type { PresentState } from '@vigilux/contract/features/compliance/compliance.ts'
import type { StateName } from './states.ts'

type PresentKind = keyof PresentState

/** Kinds of present danger with their state, worst first. */
const presentKinds = [
  ['onBattery', 'emergency'],
  ['inhibited', 'inhibited'],
  ['notReporting', 'offline'],
  ['unitsOffline', 'offline'],
] as const satisfies [PresentKind, StateName][]

export type PresentDanger = { kind: PresentKind; count: number; state: StateName }

/** Present dangers, worst first; those of a past month are unknown. */
export function listPresentDangers(now: PresentState | null): PresentDanger[] {
  return presentKinds.flatMap(([kind, state]) => {
    const count = now?.[kind] ?? 0
    return count > 0 ? [{ kind, count, state }] : []
  })
}
