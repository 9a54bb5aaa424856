import { followsLevels } from '@vigilux/contract/features/light-levels/light-level.rules.ts'
import { plannedLevel } from './fade.ts'
import type { VirtualLamp } from './lamp.ts'

/** Whether a lamp follows light levels. A lamp with a UV tube does not, because it is not for lighting. */
export const takesLevels = (lamp: VirtualLamp): boolean =>
  lamp.uv === null && followsLevels({ type: lamp.kind, function: lamp.function })

/**
 * Shown level of a lamp. On battery and in a test it uses its own level; while inhibited, the level from the start of
 * the inhibition.
 */
export const shownLevel = (lamp: VirtualLamp, now: number): number => {
  if (!takesLevels(lamp)) return lamp.levelPercent
  if (lamp.activity === 'normal') return plannedLevel(lamp, now)
  return lamp.activity === 'inhibited' ? (lamp.standsAt ?? plannedLevel(lamp, now)) : lamp.levelPercent
}
