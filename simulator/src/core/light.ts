import { followsLevels } from '@vigilux/contract/features/light-levels/light-level.rules.ts'
import { plannedLevel } from './fade.ts'
import type { VirtualLamp } from './lamp.ts'

/** Whether a lamp takes levels. One with a UV tube is no light to see by. */
export const takesLevels = (lamp: VirtualLamp): boolean =>
  lamp.uv === null && followsLevels({ type: lamp.kind, function: lamp.function })

/**
 * The level that a lamp shows. From its battery, and in a test, it lights as it is set to for that, whatever anybody asked for;
 * inhibited it stands where it stood.
 */
export const shownLevel = (lamp: VirtualLamp, now: number): number => {
  if (!takesLevels(lamp)) return lamp.levelPercent
  if (lamp.activity === 'normal') return plannedLevel(lamp, now)
  return lamp.activity === 'inhibited' ? (lamp.standsAt ?? plannedLevel(lamp, now)) : lamp.levelPercent
}
