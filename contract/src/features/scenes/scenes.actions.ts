import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, inputDay, instant, page, plantId, version } from '../../kernel/primitives.ts'
import { pendingCommand } from '../commands/command.ts'
import { lightReceipt } from '../light-levels/light-level.ts'
import { previewS, scene, sceneDraft, sceneLevels, unfinishedScene } from './scene.ts'
import { unitScenes } from './scene-plan.ts'
import { plannedRun, runCauses, runResults, sceneClash, sceneRun, weekDay } from './scene-runs.ts'

const saved = z.object({ scene })
/** Errors for references outside the plant. */
const references = [
  ...(['COLLECTION_NOT_FOUND', 'UNIT_NOT_FOUND', 'SCENE_INPUT_NOT_FOUND', 'UNIT_WITHOUT_INPUTS'] as const),
  ...(['PLANT_WITHOUT_POSITION'] as const),
] as const

/** Scenes: levels run on request, by a calendar or by an input of a unit. */
export const sceneActions = defineActions({
  /** Lists the scenes of a plant, by name. */
  getScenes: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ scenes: z.array(scene) }),
    errors: [],
    effect: 'read',
  },
  /**
   * Previews calendar runs by the plant's clock: seven days of all scenes, the next run of each, and for an unsaved
   * scene its next ten runs and clashes. Nothing is stored.
   */
  previewSceneRuns: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      /** Unsaved scene in its present form; null for saved scenes only. */
      scene: unfinishedScene.nullable(),
      /** Saved scene to replace. */
      sceneId: id.nullable().default(null),
      /** First of the seven days; null for today. */
      from: inputDay.nullable().default(null),
    }),
    output: z.object({
      today: z.iso.date(),
      now: instant,
      /** Without a position there is neither sunrise nor sunset. */
      hasPosition: z.boolean(),
      /** Runs of the unsaved scene, or of all scenes without one. */
      runs: z.array(plannedRun),
      /** Whether the period of the unsaved scene is over. */
      over: z.boolean(),
      week: z.array(weekDay),
      /** Last run of each scene in the seven days before the week, which determines the light at its start. */
      before: z.array(plannedRun),
      /** Clashes in the week and among the runs. */
      clashes: z.array(sceneClash),
      /** Next run of each saved scene; null without one in the foreseeable future. */
      next: z.array(z.object({ scene_id: id, run: plannedRun.nullable(), over: z.boolean() })),
    }),
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /** Lists the scenes run by units themselves: required, reported, and the last run. Other units are left out. */
  getUnitScenes: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ units: z.array(unitScenes), capacity: z.int() }),
    errors: [],
    effect: 'read',
  },
  /** Creates a scene; its name must be unique in the plant, whatever its case. */
  saveScene: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, scene: sceneDraft }),
    output: saved,
    errors: [...references, 'SCENE_NAME_TAKEN', 'SCENE_LIMIT'],
    effect: 'write',
    program: 'configure',
    about: 'scene',
    alone: true,
  },
  /** Saves a scene over the opened version. */
  updateScene: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, sceneId: id, version, scene: sceneDraft }),
    output: saved,
    errors: [...references, 'SCENE_NOT_FOUND', 'SCENE_NAME_TAKEN', 'CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'scene',
    alone: true,
  },
  /** Removes a scene; its past runs remain, and lamps keep their levels. */
  removeScene: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, sceneId: id }),
    output: z.object({}),
    errors: ['SCENE_NOT_FOUND'],
    effect: 'write',
    about: 'scene',
    alone: true,
  },
  /**
   * Runs a scene now, even a disabled one. Offline units are listed in the run and skipped; the lamps' states report
   * the levels reached.
   */
  activateScene: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, sceneId: id }),
    output: z.object({ run: sceneRun }),
    errors: ['SCENE_NOT_FOUND', 'SCENE_WITHOUT_LEVELS'],
    effect: 'write',
    program: 'operate',
    about: 'scene',
    cost: 5,
  },
  /**
   * Previews the levels of a scene, saved or not, on its lamps for `holdS` seconds; then each unit automatically
   * restores the previous levels. Nothing is stored or counted as a run.
   */
  showSceneOnLamps: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, collections: sceneLevels, holdS: previewS.default(30) }),
    output: lightReceipt,
    errors: [
      'COLLECTION_NOT_FOUND',
      'SCENE_WITHOUT_LEVELS',
      'UNIT_NOT_ACQUIRED',
      'UNIT_TYPE_NOT_ENABLED',
      'NO_LAMP_FOLLOWS',
      'LIGHT_UNITS_AWAY',
    ],
    effect: 'write',
    program: 'operate',
    about: 'unit',
    cost: 5,
  },
  /** Ends the preview on lamps of these aggregations early; their units restore the previous levels. */
  endSceneOnLamps: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, collections: sceneLevels }),
    output: z.object({ commands: z.array(pendingCommand) }),
    errors: ['COLLECTION_NOT_FOUND', 'SCENE_WITHOUT_LEVELS'],
    effect: 'write',
    program: 'operate',
    about: 'unit',
    cost: 5,
  },
  /** Lists the runs of scenes, latest first, with cause, person, time, and the result in each unit. */
  getSceneRuns: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      sceneId: id.nullable().default(null),
      cause: z.enum(runCauses).nullable().default(null),
      result: z.enum(runResults).nullable().default(null),
      page,
    }),
    output: z.object({ runs: z.array(sceneRun), total: z.int() }),
    errors: [],
    effect: 'read',
  },
})

export const sceneErrors = defineErrors({
  SCENE_NOT_FOUND: 404,
  /** Another scene of the plant has this name, whatever its case. */
  SCENE_NAME_TAKEN: 409,
  /** With `limit`. */
  SCENE_LIMIT: 409,
  /** It sets no level, because all aggregations are unchanged or removed. */
  SCENE_WITHOUT_LEVELS: 409,
  /** The unit lacks this input; `inputs` lists the existing ones. */
  SCENE_INPUT_NOT_FOUND: 409,
  /** The unit has no inputs. */
  UNIT_WITHOUT_INPUTS: 409,
  /** Sunrise and sunset require the position of the plant. */
  PLANT_WITHOUT_POSITION: 409,
})

export const sceneEvents = defineEvents({
  saveScene: z.object({ plant_id: id, scene }),
  removeScene: z.object({ plant_id: id, scene_id: id }),
  /** The required or reported scenes of units changed. */
  unitScenes: z.object({ plant_id: id }),
  /** A scene ran, or the result of a run changed. */
  sceneRan: z.object({ plant_id: id, scene_id: id.nullable() }),
})
