import { scenesPerUnit, type UnitScenes } from '@vigilux/contract/features/scenes/scene-plan.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { usedAggregations } from '../aggregations/index.ts'
import { findPlant } from '../plants/index.ts'
import { sceneTypes } from './keep-unit-lists.ts'
import { runFactsOf } from './run-facts.ts'
import { namesOfScenes } from './scene-names.store.ts'
import { listScenes } from './scenes.store.ts'
import { type ListedUnit, listsOfPlant } from './unit-lists.store.ts'
import { shareOf } from './unit-lists.ts'

const stateOf = (list: NonNullable<ListedUnit['list']>): UnitScenes['state'] => {
  if (list.toldVersion === list.wanted.version) return 'upToDate'
  if (list.toldVersion === null) return list.wanted.scenes.length === 0 ? 'upToDate' : 'notYet'
  return 'old'
}

/** Scenes of an old list that the new one does not have as they are. */
const stillOld = ({ wanted, taken, toldVersion }: NonNullable<ListedUnit['list']>): string[] => {
  if (!taken || toldVersion === null || toldVersion === wanted.version) return []
  const runsNow = new Set(wanted.scenes.map(({ runs: _, ...scene }) => JSON.stringify(scene)))
  return taken.scenes.flatMap(({ runs: _, ...scene }) => (runsNow.has(JSON.stringify(scene)) ? [] : [scene.scene]))
}

/** The scenes that the units of a plant run by themselves, as they are to have them and as they say that they do. */
export const viewUnitLists = async (
  tx: Tx,
  ports: Pick<Ports, 'clock' | 'devices'>,
  plantId: string,
): Promise<{ units: UnitScenes[]; capacity: number }> => {
  const now = ports.clock.now()
  const scenes = await listScenes(tx, plantId)
  const aggregations = await usedAggregations(tx, plantId, 'scene')
  const facts = await runFactsOf(await findPlant(tx, plantId), now, 2)
  const lists = await listsOfPlant(tx, plantId, sceneTypes(ports))
  const names = await namesOfScenes(
    tx,
    lists.flatMap(({ list }) => (list ? stillOld(list) : [])),
  )
  const units = lists.map(({ unit, list }): UnitScenes => {
    const share = shareOf(unit, scenes, { aggregations, facts, now })
    const told = list && list.toldVersion !== null
    return {
      topic: unit,
      state: list ? stateOf(list) : share.scenes.length > 0 ? 'notYet' : 'upToDate',
      until: told ? ((list.toldVersion === list.wanted.version ? list.wanted : list.taken)?.until ?? null) : null,
      held: share.scenes.map(({ scene }) => scene),
      byPlatform: share.byPlatform,
      stillOld: list ? stillOld(list).map((id) => ({ scene_id: id, name: names.get(id)?.name ?? null })) : [],
    }
  })
  const named = units.filter(({ held, byPlatform, stillOld: old }) => held.length + byPlatform.length + old.length > 0)
  return { units: named, capacity: scenesPerUnit }
}
