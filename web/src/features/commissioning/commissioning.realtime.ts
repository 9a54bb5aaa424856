import type { WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { ActionOutput } from '../../shared/api/actions.ts'
import type { CachePatcher, RealtimePatches } from '../../shared/realtime/realtime.ts'
import { keyOf } from './walk-key.ts'

type WalkAnswer = ActionOutput<'getWalk'>

/** A walk with the updated lamps of an event. */
export const withWalkLamps = (
  { lamps }: WalkAnswer,
  walk: WalkAnswer['walk'],
  updatedLamps: readonly WalkLamp[],
): WalkAnswer => {
  const updatedByKey = new Map(updatedLamps.map((lamp) => [keyOf(lamp), lamp]))
  return { walk, lamps: lamps.map((lamp) => updatedByKey.get(keyOf(lamp)) ?? lamp) }
}

/** Texts of lamps edited elsewhere also appear on a walk. */
const updateTexts = (cache: CachePatcher, plantId: string, updatedLamps: readonly Lamp[]): void => {
  for (const { cu, serial, description, location, version } of updatedLamps)
    cache.update(
      'getWalk',
      (input) => input.plantId === plantId,
      (answer) => {
        const walkLamp = answer.lamps.find((lamp) => lamp.serial === serial && lamp.topic === cu)
        return walkLamp ? withWalkLamps(answer, answer.walk, [{ ...walkLamp, description, location, version }]) : answer
      },
    )
}

export const commissioningPatches: RealtimePatches = {
  walk: (cache, { plant_id, walk, lamps }) => {
    const isThisWalk = (input: { walkId: string }) => input.walkId === walk.id
    if (lamps) cache.update('getWalk', isThisWalk, (answer) => withWalkLamps(answer, walk, lamps))
    else cache.refetch('getWalk', isThisWalk)
    cache.refetch('getWalks', (input) => input.plantId === plant_id)
  },
  saveLampDescription: (cache, { plant_id, lamp }) => updateTexts(cache, plant_id, [lamp]),
  saveLampTexts: (cache, { plant_id, lamps }) => {
    if (lamps) updateTexts(cache, plant_id, lamps)
    else cache.refetchSpread('getWalk', (input) => input.plantId === plant_id)
  },
  // In a new list the lamps have other addresses.
  lampsReset: (cache, { plant_id }) => cache.refetchSpread('getWalk', (input) => input.plantId === plant_id),
}
