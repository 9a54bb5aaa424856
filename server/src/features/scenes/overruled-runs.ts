import type { Tx } from '../../kernel/transaction.ts'
import { listAggregationGroups } from '../aggregations/index.ts'
import { listHeldLists } from './due-scenes.store.ts'
import { listRunsOfMinute, type MinuteRun, saveOverruled } from './overruled-runs.store.ts'
import { settleRuns } from './scene-runs.store.ts'
import { listScenes } from './scenes.store.ts'
import { levelsIn, type UnitGroups } from './unit-lists.ts'

/** A minute of a plant with calendar runs. */
export type PlantMinute = { plantId: string; at: Date }

/** The groups set by each scene, by unit; scenes in the order they were saved. */
type Setters = ReadonlyMap<string, readonly { scene: string; groups: ReadonlySet<number> }[]>

/** Levels set by scenes in each unit: by the unit's list, otherwise by the current scene. */
const settersOf = async (tx: Tx, plantId: string): Promise<Setters> => {
  const scenes = (await listScenes(tx, plantId)).toSorted(
    (a, b) => a.saved_at.localeCompare(b.saved_at) || a.id.localeCompare(b.id),
  )
  const ids = scenes.flatMap(({ collections }) => collections.map(({ id }) => id))
  const byUnit = Map.groupBy(await listAggregationGroups(tx, plantId, [...new Set(ids)]), ({ cu }) => cu)
  const lists = await listHeldLists(tx, plantId)
  const groupsOf = (levels: readonly { groups: readonly number[] }[]) => new Set(levels.flatMap(({ groups }) => groups))
  return new Map(
    [...new Set([...byUnit.keys(), ...lists.keys()])].map((unit) => {
      const listedScenes = lists.get(unit)?.scenes ?? []
      const ownGroups = new Map((byUnit.get(unit) ?? []).map((one): [string, UnitGroups] => [one.id, one]))
      const platformScenes = scenes.filter(({ id }) => !listedScenes.some(({ scene }) => scene === id))
      return [
        unit,
        [
          // A unit holds the scenes saved first.
          ...listedScenes.map(({ scene, levels }) => ({ scene, groups: groupsOf(levels) })),
          ...platformScenes.map((scene) => ({ scene: scene.id, groups: groupsOf(levelsIn(scene, ownGroups)) })),
        ],
      ]
    }),
  )
}

/** Runs of one unit and minute whose groups are all set by later saved scenes. */
const overruledOf = (runs: readonly MinuteRun[], settersByUnit: Setters): MinuteRun[] =>
  [...Map.groupBy(runs, ({ unit }) => unit)].flatMap(([unit, unitRuns]) => {
    const executedRuns = (settersByUnit.get(unit) ?? []).flatMap(({ scene, groups }) => {
      const run = unitRuns.find(({ sceneId }) => sceneId === scene)
      return run ? [{ run, groups }] : []
    })
    return executedRuns.flatMap(({ run, groups }, at) => {
      const laterGroups = executedRuns.slice(at + 1).map((one) => one.groups)
      const isOverruled = groups.size > 0 && [...groups].every((group) => laterGroups.some((one) => one.has(group)))
      return isOverruled ? [run] : []
    })
  })

/**
 * Marks runs as overruled when later-saved scenes set the same groups in the same minute. A unit reports each of its
 * runs as made, so the winner is known only once all runs of the minute are there.
 */
export const settleOverruled = async (tx: Tx, minutes: readonly PlantMinute[]): Promise<void> => {
  const distinct = new Map(minutes.map((one) => [`${one.plantId} ${one.at.getTime()}`, one]))
  for (const { plantId, at } of distinct.values()) {
    const runs = await listRunsOfMinute(tx, plantId, at)
    if (new Set(runs.map(({ runId }) => runId)).size < 2) continue
    const overruled = overruledOf(runs, await settersOf(tx, plantId))
    await saveOverruled(tx, overruled)
    await settleRuns(
      tx,
      overruled.map(({ runId }) => runId),
    )
  }
}
