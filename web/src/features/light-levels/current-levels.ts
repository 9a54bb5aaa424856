import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import {
  followsLevels,
  type HoldReason,
  holdReasonOf,
} from '@vigilux/contract/features/light-levels/light-level.rules.ts'

/** What was asked for in this browser, and when: a level in percent, or a step of which each lamp knows where it ends. */
export type RequestedLevel = { level: number | 'up' | 'down'; fadeS: number; at: number }

/** Which lamps follow, at what levels they report to be, and who of them does not follow now. */
export type CurrentLevels = {
  /** Lamps that take levels at all. */
  following: readonly Lamp[]
  /** Those of them that report a level and are held by nothing. */
  free: readonly Lamp[]
  held: ReadonlyMap<HoldReason, readonly Lamp[]>
  /** Percent, of those that are free; null where none reports any. */
  mean: number | null
  least: number | null
  most: number | null
}

/** @param isConnected whether a unit is connected, by its topic */
export function computeCurrentLevels(lamps: readonly Lamp[], isConnected: (cu: string) => boolean): CurrentLevels {
  const following = lamps.filter(followsLevels)
  const reasonOf = (lamp: Lamp): HoldReason | undefined => {
    if (!isConnected(lamp.cu)) return 'away'
    return holdReasonOf(lamp) ?? (lamp.dimming === null ? 'away' : undefined)
  }
  const byReason = Map.groupBy(following, reasonOf)
  const free = byReason.get(undefined) ?? []
  const levels = free.flatMap(({ dimming }) => dimming ?? [])
  const held = new Map<HoldReason, readonly Lamp[]>()
  for (const [reason, its] of byReason) if (reason) held.set(reason, its)
  const none = levels.length === 0
  return {
    following,
    free,
    held,
    mean: none ? null : Math.round(levels.reduce((sum, level) => sum + level, 0) / levels.length),
    least: none ? null : levels.reduce((a, b) => Math.min(a, b)),
    most: none ? null : levels.reduce((a, b) => Math.max(a, b)),
  }
}

/** Lamps that are free and have reported exactly the level that was asked for. */
export const countArrived = ({ free }: Pick<CurrentLevels, 'free'>, level: number): number =>
  free.filter(({ dimming }) => dimming === level).length
