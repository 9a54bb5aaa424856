import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { scene } from './scene.ts'

export const sceneEvents = defineEvents({
  saveScene: z.object({ plant_id: id, scene }),
  removeScene: z.object({ plant_id: id, scene_id: id }),
  /** Units have, or are to have, other scenes to run by themselves. */
  unitScenes: z.object({ plant_id: id }),
  /** A scene ran, or something became of a run. */
  sceneRan: z.object({ plant_id: id, scene_id: id.nullable() }),
})
