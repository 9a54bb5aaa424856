import { maxScenesPerUnit, type UnitScenes } from '@vigilux/contract/features/scenes/scene-plan.ts'
import type { UnitScene } from '@vigilux/device-plane/commands.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { listUsedAggregations } from '../aggregations/index.ts'
import { findPlant } from '../plants/index.ts'
import { runFactsOf } from './calendar-runs.ts'
import { listSceneNames } from './scene-names.store.ts'
import { listScenes } from './scenes.store.ts'
import { sceneTypes } from './sync-unit-lists.ts'
import { type ListedUnit, listListsOfPlant } from './unit-lists.store.ts'
import { divideScenes, isEquivalent, missingScenes, outdatedScenes } from './unit-lists.ts'

/** The scenes meant for a unit, and the current time. */
type WantedScenes = { scenes: readonly UnitScene[]; now: Date }

/**
 * State of a unit's list. Compares the saved scenes, because the list follows a moment later, and a never sent scene
 * must not show as present.
 */
const stateOf = (list: ListedUnit['list'], { scenes, now }: WantedScenes): UnitScenes['state'] => {
  if (!list || list.reportedVersion === null) return scenes.length === 0 ? 'upToDate' : 'notYet'
  return list.reportedVersion === list.target.version && isEquivalent(list.target, scenes, now) ? 'upToDate' : 'old'
}

const confirmedListOf = (list: ListedUnit['list']) => {
  if (!list || list.reportedVersion === null) return null
  return list.reportedVersion === list.target.version ? list.target : list.accepted
}

const outdatedScenesOf = (list: ListedUnit['list'], { scenes, now }: WantedScenes): string[] =>
  list?.accepted && list.reportedVersion !== null ? outdatedScenes(list.accepted, scenes, now) : []

/** The scenes run by a plant's units themselves: as desired, and as reported. */
export const viewUnitLists = async (
  tx: Tx,
  ports: Pick<Ports, 'clock' | 'devices'>,
  plantId: string,
): Promise<{ units: UnitScenes[]; capacity: number }> => {
  const now = ports.clock.now()
  const scenes = await listScenes(tx, plantId)
  const aggregations = await listUsedAggregations(tx, plantId, 'scene')
  const facts = await runFactsOf(await findPlant(tx, plantId), now, 2)
  const lists = await listListsOfPlant(tx, plantId, sceneTypes(ports))
  const shares = lists.map(({ unit, list }) => {
    const share = divideScenes(unit, scenes, { aggregations, facts, now })
    return { unit, list, share, old: outdatedScenesOf(list, { scenes: share.scenes, now }) }
  })
  const names = await listSceneNames(
    tx,
    shares.flatMap(({ old }) => old),
  )
  const units = shares.map(({ unit, list, share, old }): UnitScenes => {
    const confirmedList = confirmedListOf(list)
    return {
      topic: unit,
      state: stateOf(list, { scenes: share.scenes, now }),
      until: confirmedList?.until ?? null,
      held: share.scenes.map(({ scene }) => scene),
      missing: missingScenes(confirmedList, share.scenes, now),
      byPlatform: share.byPlatform,
      stillOld: old.map((id) => ({ scene_id: id, name: names.get(id)?.name ?? null })),
    }
  })
  const listedUnits = units.filter(
    ({ held: heldScenes, byPlatform, stillOld: old }) => heldScenes.length + byPlatform.length + old.length > 0,
  )
  return { units: listedUnits, capacity: maxScenesPerUnit }
}
