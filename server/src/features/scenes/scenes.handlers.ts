import { maxScenesPerPlant, type Scene, type SceneDraft } from '@vigilux/contract/features/scenes/scene.ts'
import type { sceneActions } from '@vigilux/contract/features/scenes/scenes.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { listKnownAggregations, saveUses } from '../aggregations/index.ts'
import { findUnit } from '../central-units/index.ts'
import type { PlantRow } from '../plants/index.ts'
import { findPlant } from '../plants/index.ts'
import { computeDueAfter, runFactsOf, runsAfter } from './calendar-runs.ts'
import { insertPastRuns, type PastSceneRun } from './platform-runs.store.ts'
import { previewOf } from './preview-runs.ts'
import { calendarRunId, derivedRunId } from './run-ids.ts'
import { listGroupsByUnit } from './run-scene.ts'
import { saveRemovedName } from './scene-names.store.ts'
import { runSceneHandlers } from './scene-runs.handlers.ts'
import { listSceneRuns } from './scene-runs.store.ts'
import {
  countScenes,
  deleteScene,
  findScene,
  insertScene,
  isNameTaken,
  listScenes,
  type SceneFields,
  saveLevels,
  updateSceneIfVersion,
} from './scenes.store.ts'
import { checkInput } from './unit-inputs.ts'
import { viewUnitLists } from './view-unit-lists.ts'

/** Saves a scene's levels, and marks their aggregations as used by it. */
const saveSceneParts = async (tx: Tx, id: string, { name, collections }: SceneDraft): Promise<void> => {
  await saveLevels(tx, id, collections)
  const ids = collections.map((one) => one.id)
  await saveUses(tx, { kind: 'scene', id, name }, ids)
}

/** Saves a new scene with its levels; undefined when its name is taken. */
const addScene = async (
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

/** Seeds a scene with a past and a wait for its next run. */
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
  if (!scene) throw new Error(`scene ${draft.name} could not be saved`)
  return scene
}

type PastRuns = {
  from: Date
  until: Date
  /** Runs besides those by the calendar. */
  others: readonly Pick<PastSceneRun['run'], 'cause' | 'at' | 'by' | 'input'>[]
  /** Whether the units were offline then, so the run was not executed. */
  wasAway: (at: Date) => boolean
}

/** Seeds a scene's past runs, by its calendar and otherwise, as its units would have reported them. */
export const seedPastRuns = async (tx: Tx, plant: PlantRow, scene: Scene, pastRuns: PastRuns): Promise<void> => {
  const { from, until, others: otherRuns, wasAway } = pastRuns
  const units = [...(await listGroupsByUnit(tx, plant.id, scene.collections)).keys()]
  const runOf = (id: string, run: PastRuns['others'][number]): PastSceneRun => {
    const result = wasAway(run.at) ? 'not_executed' : 'done'
    const reason = result === 'done' ? null : 'away'
    return {
      run: { ...run, id, plantId: plant.id, sceneId: scene.id, name: scene.name },
      result,
      units: units.map((unit) => ({ unit, commandId: null, result, reason })),
    }
  }
  const { activation } = scene
  const calendarRuns: PastSceneRun[] = []
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

/** Years whose holidays the preview needs: they cover all days it searches. */
const holidayYears = 8

const auditScene = (work: Work, { id, name }: Pick<Scene, 'id' | 'name'>): void =>
  work.audit.target({ kind: 'scene', id, name })

const needsSun = ({ activation }: SceneDraft): boolean =>
  activation.mode === 'calendar' && activation.time.kind !== 'exact'

type FieldsRefusal =
  | 'COLLECTION_NOT_FOUND'
  | 'UNIT_NOT_FOUND'
  | 'UNIT_WITHOUT_INPUTS'
  | 'SCENE_INPUT_NOT_FOUND'
  | 'PLANT_WITHOUT_POSITION'

/** Refuses parts missing from the plant, and computes fields of a draft. The caller has locked the plant. */
const fieldsOf = async (work: Work<FieldsRefusal>, plantId: string, draft: SceneDraft): Promise<SceneFields> => {
  const { now } = work
  const knownIds = await listKnownAggregations(
    work.tx,
    plantId,
    draft.collections.map(({ id }) => id),
  )
  if (knownIds.length < draft.collections.length) return work.fail('COLLECTION_NOT_FOUND')
  const { activation } = draft
  const unit = activation.mode === 'input' ? await findUnit(work.tx, plantId, { topic: activation.topic }) : null
  if (activation.mode === 'input') checkInput(work, unit ?? work.fail('UNIT_NOT_FOUND'), activation.input)
  const plant = await findPlant(work.tx, plantId)
  if (needsSun(draft) && (plant.lat === null || plant.long === null)) return work.fail('PLANT_WITHOUT_POSITION')
  return { draft, inputUnitId: unit?.id ?? null, savedAt: now, due: await computeDueAfter(draft, plant, now) }
}

const auditedFields = ({ name, enabled, activation, ramp, collections }: Scene | SceneDraft) => ({
  name,
  enabled,
  ramp,
  activation: activation.mode,
  collections: collections.length,
})

/** A scene just written, as everybody sees it. */
const readScene = async (tx: Tx, plantId: string, id: string): Promise<Scene> => {
  const scene = await findScene(tx, plantId, id)
  if (!scene) throw new Error(`scene ${id} was written and is not there`)
  return scene
}

export const sceneHandlers: HandlersOf<typeof sceneActions> = {
  getScenes: async ({ work, input }) => ({ scenes: await listScenes(work.tx, input.plantId) }),
  getUnitScenes: ({ work, input }) => viewUnitLists(work.tx, work.ports, input.plantId),
  previewSceneRuns: async ({ work, input: { plantId, scene, sceneId, from } }) => {
    const now = work.now
    const begin = from === null ? now : new Date(Math.min(now.getTime(), Date.parse(from)))
    const facts = await runFactsOf(await findPlant(work.tx, plantId), begin, holidayYears)
    const otherScenes = (await listScenes(work.tx, plantId)).filter(({ id }) => id !== sceneId)
    const draft = scene && { ...scene, id: null, saved_at: null }
    return previewOf(otherScenes, draft, { now, from, facts })
  },
  saveScene: async ({ work, input: { plantId, scene: draft } }) => {
    const fields = await fieldsOf(work, plantId, draft)
    if ((await countScenes(work.tx, plantId)) >= maxScenesPerPlant)
      return work.fail('SCENE_LIMIT', { limit: maxScenesPerPlant })
    const id = await addScene(work.tx, plantId, draft, fields)
    if (id === undefined) return work.fail('SCENE_NAME_TAKEN')
    auditScene(work, { id, name: draft.name })
    work.audit.diff(null, auditedFields(draft))
    const scene = await readScene(work.tx, plantId, id)
    work.broadcast({ plant: plantId }, 'saveScene', { plant_id: plantId, scene })
    return { scene }
  },
  updateScene: async ({ work, input: { plantId, sceneId: id, version, scene: draft } }) => {
    const before = (await findScene(work.tx, plantId, id)) ?? work.fail('SCENE_NOT_FOUND')
    auditScene(work, before)
    const fields = await fieldsOf(work, plantId, draft)
    if (await isNameTaken(work.tx, plantId, draft.name, id)) return work.fail('SCENE_NAME_TAKEN')
    if ((await updateSceneIfVersion(work.tx, { id, version }, fields)) === undefined)
      return work.fail('CHANGED_MEANWHILE', { now: before })
    await saveSceneParts(work.tx, id, draft)
    work.audit.diff(auditedFields(before), auditedFields(draft))
    const scene = await readScene(work.tx, plantId, id)
    work.broadcast({ plant: plantId }, 'saveScene', { plant_id: plantId, scene })
    return { scene }
  },
  removeScene: async ({ work, input: { plantId, sceneId: id } }) => {
    const before = (await findScene(work.tx, plantId, id)) ?? work.fail('SCENE_NOT_FOUND')
    auditScene(work, before)
    await saveUses(work.tx, { kind: 'scene', id, name: before.name }, [])
    await saveRemovedName(work.tx, { id, plantId, name: before.name }, work.now)
    await deleteScene(work.tx, id)
    work.broadcast({ plant: plantId }, 'removeScene', { plant_id: plantId, scene_id: id })
    return {}
  },
  getSceneRuns: ({ work, input }) => listSceneRuns(work.tx, input),
  ...runSceneHandlers,
}
