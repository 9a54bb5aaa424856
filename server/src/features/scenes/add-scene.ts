import type { Scene, SceneDraft } from '@vigilux/contract/features/scenes/scene.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { saveUses } from '../aggregations/index.ts'
import type { PlantRow } from '../plants/index.ts'
import { runsAfter } from './calendar-runs.ts'
import { insertPastRuns, type PastRun } from './platform-runs.store.ts'
import { computeDueAfter, runFactsOf } from './run-facts.ts'
import { calendarRunId, derivedRunId } from './run-ids.ts'
import { listGroupsByUnit } from './run-scene.ts'
import { findScene, insertScene, type SceneFields, saveLevels } from './scenes.store.ts'

/** Saves a scene's levels, and marks their aggregations as used by it. */
export const saveSceneParts = async (tx: Tx, id: string, { name, collections }: SceneDraft): Promise<void> => {
  await saveLevels(tx, id, collections)
  const ids = collections.map((one) => one.id)
  await saveUses(tx, { kind: 'scene', id, name }, ids)
}

/** Saves a new scene with its levels; undefined when its name is taken. */
export const addScene = async (
  tx: Tx,
  plantId: string,
  draft: SceneDraft,
  fields: Omit<SceneFields, 'draft'>,
): Promise<string | undefined> => {
  const id = await insertScene(tx, plantId, { draft, ...fields })
  if (id !== undefined) await saveSceneParts(tx, id, draft)
  return id
}

type SeededScene = { draft: SceneDraft; inputUnitId: string | null; savedAt: Date; now: Date }

/** Seeds a scene that has existed for a time and waits for its next run. */
export const seedPastScene = async (
  tx: Tx,
  plant: PlantRow,
  { draft, inputUnitId, savedAt, now }: SeededScene,
): Promise<Scene> => {
  const id = await addScene(tx, plant.id, draft, {
    inputUnitId,
    savedAt,
    due: await computeDueAfter(draft, plant, now),
  })
  const scene = id === undefined ? undefined : await findScene(tx, plant.id, id)
  if (!scene) throw new Error(`scene ${draft.name} could not be kept`)
  return scene
}

type PastRuns = {
  from: Date
  until: Date
  /** Runs besides those by the calendar. */
  others: readonly Pick<PastRun['run'], 'cause' | 'at' | 'by' | 'input'>[]
  /** Whether the units were offline then, so that the run was not executed. */
  wasAway: (at: Date) => boolean
}

/** Seeds a scene's past runs, by its calendar and otherwise, as its units would have reported them. */
export const seedPastRuns = async (tx: Tx, plant: PlantRow, scene: Scene, pastRuns: PastRuns): Promise<void> => {
  const { from, until, others: otherRuns, wasAway } = pastRuns
  const units = [...(await listGroupsByUnit(tx, plant.id, scene.collections)).keys()]
  const runOf = (id: string, run: PastRuns['others'][number]): PastRun => {
    const result = wasAway(run.at) ? 'not_executed' : 'done'
    const reason = result === 'done' ? null : 'away'
    return {
      run: { ...run, id, plantId: plant.id, sceneId: scene.id, name: scene.name },
      result,
      units: units.map((unit) => ({ unit, commandId: null, result, reason })),
    }
  }
  const { activation } = scene
  const calendarRuns: PastRun[] = []
  if (activation.mode === 'calendar') {
    const facts = await runFactsOf(plant, from, 2)
    const days = Math.ceil((until.getTime() - from.getTime()) / 86_400_000) + 1
    for (const { at } of runsAfter(activation, { after: from, days, facts }))
      if (at && at < until)
        calendarRuns.push(
          runOf(calendarRunId(scene.id, at.toISOString()), { cause: 'calendar', at, by: null, input: null }),
        )
  }
  const otherPastRuns = otherRuns.map((run) => runOf(derivedRunId(run.cause, scene.id, run.at.toISOString()), run))
  await insertPastRuns(tx, [...calendarRuns, ...otherPastRuns])
}
