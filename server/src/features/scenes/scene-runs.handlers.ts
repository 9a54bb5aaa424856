import { randomUUID } from 'node:crypto'
import type { SceneLevel } from '@vigilux/contract/features/scenes/scene.ts'
import type { sceneActions } from '@vigilux/contract/features/scenes/scenes.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { listKnownAggregations } from '../aggregations/index.ts'
import { auditUnit, findLinks, isConnected } from '../central-units/index.ts'
import { queueCommand } from '../commands/index.ts'
import { refuseWithout, requestLevels, type UnitLevels } from '../light-levels/index.ts'
import { levelsFor, listGroupsByUnit, runScene } from './run-scene.ts'
import { findRun } from './scene-runs.store.ts'
import { findScene } from './scenes.store.ts'

type Handlers = HandlersOf<Pick<typeof sceneActions, 'activateScene' | 'showSceneOnLamps' | 'endSceneOnLamps'>>

/** Resolves levels of the plant's aggregations by unit. */
const requireLevels = async (
  work: Work<'COLLECTION_NOT_FOUND'>,
  plantId: string,
  collections: readonly SceneLevel[],
): Promise<UnitLevels[]> => {
  const ids = collections.map(({ id }) => id)
  if ((await listKnownAggregations(work.tx, plantId, ids)).length < ids.length) return work.fail('COLLECTION_NOT_FOUND')
  const unitLevels = await levelsFor(work.tx, plantId, {
    collections,
    units: await listGroupsByUnit(work.tx, plantId, collections),
  })
  for (const { unit } of unitLevels) auditUnit(work, unit)
  return unitLevels
}

export const runSceneHandlers: Handlers = {
  activateScene: async ({ input: { plantId, sceneId }, ...context }) => {
    const { work, caller } = context
    const scene = (await findScene(work.tx, plantId, sceneId)) ?? work.fail('SCENE_NOT_FOUND')
    work.audit.target({ kind: 'scene', id: scene.id, name: scene.name })
    if (scene.collections.every(({ level }) => level === null)) return work.fail('SCENE_WITHOUT_LEVELS')
    const id = randomUUID()
    const run = { id, plantId, cause: 'manual', at: work.now, by: caller, input: null } as const
    await runScene(context, { scene, run })
    const createdRun = await findRun(work.tx, plantId, id)
    if (!createdRun) throw new Error(`run ${id} of scene ${sceneId} was made and is not there`)
    return { run: createdRun }
  },
  showSceneOnLamps: async ({ input: { plantId, collections, holdS }, ...context }) => {
    const units = await requireLevels(context.work, plantId, collections)
    if (units.length === 0) return context.work.fail('SCENE_WITHOUT_LEVELS')
    context.work.audit.diff(null, { holdS })
    const requestedLevels = await requestLevels(context, { plantId, units }, { fadeS: 1, holdS })
    refuseWithout(context.work, requestedLevels)
    return requestedLevels
  },
  endSceneOnLamps: async ({ input: { plantId, collections }, ...context }) => {
    const { work } = context
    const units = (await requireLevels(work, plantId, collections)).map(({ unit }) => unit)
    if (units.length === 0) return work.fail('SCENE_WITHOUT_LEVELS')
    const links = await findLinks(
      work.tx,
      units.map(({ unit }) => unit),
    )
    const commands = []
    for (const unit of units) {
      const supportsEndHold = work.ports.devices.types[unit.cuType]?.facts.commands.includes('endHold')
      // A disconnected unit restores its previous levels on its own.
      if (!supportsEndHold || !isConnected(unit, links.get(unit.unit))) continue
      commands.push(await queueCommand(context, { plantId, unit, command: { name: 'endHold' } }))
    }
    return { commands }
  },
}
