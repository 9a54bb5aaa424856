import { maxScenesPerPlant, type Scene, type SceneDraft } from '@vigilux/contract/features/scenes/scene.ts'
import type { sceneActions } from '@vigilux/contract/features/scenes/scenes.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import type { Ports } from '../../ports/ports.ts'
import { listKnownAggregations, saveUses } from '../aggregations/index.ts'
import { findUnit } from '../central-units/index.ts'
import { findPlant } from '../plants/index.ts'
import { addScene, saveSceneParts } from './add-scene.ts'
import { previewOf } from './preview-runs.ts'
import { computeDueAfter, runFactsOf } from './run-facts.ts'
import { saveRemovedName } from './scene-names.store.ts'
import { runSceneHandlers } from './scene-runs.handlers.ts'
import { listRuns } from './scene-runs.store.ts'
import {
  countScenes,
  deleteScene,
  findScene,
  isNameTaken,
  listScenes,
  type SceneFields,
  updateSceneIfVersion,
} from './scenes.store.ts'
import { checkInput } from './unit-inputs.ts'
import { viewUnitLists } from './view-unit-lists.ts'

/** Years whose holidays the preview needs: they cover all days it searches. */
const holidayYears = 8

const auditScene = (work: Work, { id, name }: Pick<Scene, 'id' | 'name'>): void =>
  work.audit.target({ kind: 'scene', id, name })

const needsSun = ({ activation }: SceneDraft): boolean =>
  activation.mode === 'calendar' && activation.time.kind !== 'exact'

/** Refuses parts that the plant does not have, and computes the fields of a draft. The caller has locked the plant until the write. */
const fieldsOf = async (tx: Tx, ports: Ports, plantId: string, draft: SceneDraft): Promise<SceneFields> => {
  const now = ports.clock.now()
  const knownIds = await listKnownAggregations(
    tx,
    plantId,
    draft.collections.map(({ id }) => id),
  )
  if (knownIds.length < draft.collections.length) return fail('COLLECTION_NOT_FOUND')
  const { activation } = draft
  const unit = activation.mode === 'input' ? await findUnit(tx, plantId, { topic: activation.topic }) : null
  if (activation.mode === 'input') checkInput(unit ?? fail('UNIT_NOT_FOUND'), activation.input, ports.devices.types)
  const plant = await findPlant(tx, plantId)
  if (needsSun(draft) && (plant.lat === null || plant.long === null)) return fail('PLANT_WITHOUT_POSITION')
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
  saveScene: async ({ work, input: { plantId, scene: draft }, fail }) => {
    const fields = await fieldsOf(work.tx, work.ports, plantId, draft)
    if ((await countScenes(work.tx, plantId)) >= maxScenesPerPlant)
      return fail('SCENE_LIMIT', { limit: maxScenesPerPlant })
    const id = await addScene(work.tx, plantId, draft, fields)
    if (id === undefined) return fail('SCENE_NAME_TAKEN')
    auditScene(work, { id, name: draft.name })
    work.audit.diff(null, auditedFields(draft))
    const scene = await readScene(work.tx, plantId, id)
    work.broadcast({ plant: plantId }, 'saveScene', { plant_id: plantId, scene })
    return { scene }
  },
  updateScene: async ({ work, input: { plantId, sceneId: id, version, scene: draft }, fail }) => {
    const before = (await findScene(work.tx, plantId, id)) ?? fail('SCENE_NOT_FOUND')
    auditScene(work, before)
    const fields = await fieldsOf(work.tx, work.ports, plantId, draft)
    if (await isNameTaken(work.tx, plantId, draft.name, id)) return fail('SCENE_NAME_TAKEN')
    if ((await updateSceneIfVersion(work.tx, { id, version }, fields)) === undefined)
      return fail('CHANGED_MEANWHILE', { now: before })
    await saveSceneParts(work.tx, id, draft)
    work.audit.diff(auditedFields(before), auditedFields(draft))
    const scene = await readScene(work.tx, plantId, id)
    work.broadcast({ plant: plantId }, 'saveScene', { plant_id: plantId, scene })
    return { scene }
  },
  removeScene: async ({ work, input: { plantId, sceneId: id }, fail }) => {
    const before = (await findScene(work.tx, plantId, id)) ?? fail('SCENE_NOT_FOUND')
    auditScene(work, before)
    await saveUses(work.tx, { kind: 'scene', id, name: before.name }, [])
    await saveRemovedName(work.tx, { id, plantId, name: before.name }, work.now)
    await deleteScene(work.tx, id)
    work.broadcast({ plant: plantId }, 'removeScene', { plant_id: plantId, scene_id: id })
    return {}
  },
  getSceneRuns: ({ work, input }) => listRuns(work.tx, input),
  ...runSceneHandlers,
}
