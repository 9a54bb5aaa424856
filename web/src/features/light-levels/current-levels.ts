import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import {
  followsLevels,
  type HoldReason,
  holdReasonOf,
} from '@vigilux/contract/features/light-levels/light-level.rules.ts'

/** The last request of this browser and its time: a level in percent, or a step, whose result only each lamp knows. */
export type RequestedLevel = { level: number | 'up' | 'down'; fadeS: number; at: number }

/** The following lamps, their reported levels, and the others. */
export type CurrentLevels = {
  /** Lamps with support for levels. */
  following: readonly Lamp[]
  /** Those of them with a reported level, not overridden. */
  free: readonly Lamp[]
  held: ReadonlyMap<HoldReason, readonly Lamp[]>
  /** Percent, over the free lamps; null when none reports a level. */
  mean: number | null
  min: number | null
  max: number | null
}

/** @param isConnected whether a unit is connected, by its topic */
export function computeCurrentLevels(lamps: readonly Lamp[], isConnected: (cu: string) => boolean): CurrentLevels {
  const followingLamps = lamps.filter(followsLevels)
  const reasonOf = (lamp: Lamp): HoldReason | undefined => {
    if (!isConnected(lamp.cu)) return 'away'
    return holdReasonOf(lamp) ?? (lamp.dimming === null ? 'away' : undefined)
  }
  const lampsByReason = Map.groupBy(followingLamps, reasonOf)
  const freeLamps = lampsByReason.get(undefined) ?? []
  const levels = freeLamps.flatMap(({ dimming }) => dimming ?? [])
  const heldLamps = new Map<HoldReason, readonly Lamp[]>()
  for (const [reason, reasonLamps] of lampsByReason) if (reason) heldLamps.set(reason, reasonLamps)
  const hasNoLevels = levels.length === 0
  return {
    following: followingLamps,
    free: freeLamps,
    held: heldLamps,
    mean: hasNoLevels ? null : Math.round(levels.reduce((sum, level) => sum + level, 0) / levels.length),
    min: hasNoLevels ? null : levels.reduce((a, b) => Math.min(a, b)),
    max: hasNoLevels ? null : levels.reduce((a, b) => Math.max(a, b)),
  }
}

/** Number of free lamps at exactly the requested level. */
export const countArrived = ({ free }: Pick<CurrentLevels, 'free'>, level: number): number =>
  free.filter(({ dimming }) => dimming === level).length
