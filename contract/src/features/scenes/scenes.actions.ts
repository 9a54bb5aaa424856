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
/** What a scene refers to and the plant does not have. */
const references = [
  ...(['COLLECTION_NOT_FOUND', 'UNIT_NOT_FOUND', 'SCENE_INPUT_NOT_FOUND', 'UNIT_WITHOUT_INPUTS'] as const),
  ...(['PLANT_WITHOUT_POSITION'] as const),
] as const

export const sceneActions = defineActions({
  /** The scenes of a plant, by name. */
  getScenes: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ scenes: z.array(scene) }),
    errors: [],
    effect: 'read',
  },
  /**
   * When scenes run by their calendar, by the clock of the plant: seven days of all of them, the next run of each, and of a
   * scene that is being written its next ten runs and where others set the same aggregations in the same minute. Nothing is kept.
   */
  previewSceneRuns: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      /** The scene that is being written, as it is so far; null for those that are saved alone. */
      scene: unfinishedScene.nullable(),
      /** The saved scene in whose place it is to stand. */
      sceneId: id.nullable().default(null),
      /** The first of the seven days; null for today. */
      from: inputDay.nullable().default(null),
    }),
    output: z.object({
      today: z.iso.date(),
      now: instant,
      /** Without a position there is neither sunrise nor sunset. */
      hasPosition: z.boolean(),
      /** Of the scene that is being written, or of all where there is none. */
      runs: z.array(plannedRun),
      /** The period of the scene that is being written is over. */
      over: z.boolean(),
      week: z.array(weekDay),
      /** The last run of each scene in the seven days before the week: what light there is as it begins. */
      before: z.array(plannedRun),
      /** In the week and among the runs. */
      clashes: z.array(sceneClash),
      /** The next run of each saved scene; null where it has none in sight. */
      next: z.array(z.object({ scene_id: id, run: plannedRun.nullable(), over: z.boolean() })),
    }),
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /** The scenes that units run by themselves: what each is to have, what it says that it has, and up to when. Units without any are not named. */
  getUnitScenes: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ units: z.array(unitScenes), capacity: z.int() }),
    errors: [],
    effect: 'read',
  },
  /** Saves a new scene under a name that no other of the plant has, whatever its case. */
  saveScene: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, scene: sceneDraft }),
    output: saved,
    errors: [...references, 'SCENE_NAME_TAKEN', 'SCENE_LIMIT'],
    effect: 'write',
    about: 'scene',
    alone: true,
  },
  /** Saves a scene over the version that was opened. */
  updateScene: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, sceneId: id, version, scene: sceneDraft }),
    output: saved,
    errors: [...references, 'SCENE_NOT_FOUND', 'SCENE_NAME_TAKEN', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'scene',
    alone: true,
  },
  /** Removes a scene; its past runs stay, and the lamps stay as they are. */
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
   * Runs a scene now, also one that is not enabled. Units that are not connected are named in the run and asked for nothing, then or
   * later; how far lamps are comes with their states.
   */
  activateScene: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, sceneId: id }),
    output: z.object({ run: sceneRun }),
    errors: ['SCENE_NOT_FOUND', 'SCENE_WITHOUT_LEVELS'],
    effect: 'write',
    about: 'scene',
    cost: 5,
  },
  /**
   * Shows the levels of a scene that may still be being written on its lamps, for `holdS` seconds: then each unit gives back by itself what was
   * before, whether or not anybody is still there. Nothing is kept, and nothing of it is a run.
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
    about: 'unit',
    cost: 5,
  },
  /** Ends what is shown on lamps of these aggregations before its time: their units give back what was before. */
  endSceneOnLamps: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, collections: sceneLevels }),
    output: z.object({ commands: z.array(pendingCommand) }),
    errors: ['COLLECTION_NOT_FOUND', 'SCENE_WITHOUT_LEVELS'],
    effect: 'write',
    about: 'unit',
    cost: 5,
  },
  /** The runs of scenes, latest first: what made them run, who, when, and what became of them in each unit. */
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
  /** Another of the plant has this name, whatever its case. */
  SCENE_NAME_TAKEN: 409,
  /** With `limit`. */
  SCENE_LIMIT: 409,
  /** It leaves all its aggregations as they are, or has none any more. */
  SCENE_WITHOUT_LEVELS: 409,
  /** The unit has other inputs, `inputs`. */
  SCENE_INPUT_NOT_FOUND: 409,
  /** The unit has no input at all. */
  UNIT_WITHOUT_INPUTS: 409,
  /** The sun rises and sets at a place, and it is not known where the plant is. */
  PLANT_WITHOUT_POSITION: 409,
})

export const sceneEvents = defineEvents({
  saveScene: z.object({ plant_id: id, scene }),
  removeScene: z.object({ plant_id: id, scene_id: id }),
  /** Units have, or are to have, other scenes to run by themselves. */
  unitScenes: z.object({ plant_id: id }),
  /** A scene ran, or something became of a run. */
  sceneRan: z.object({ plant_id: id, scene_id: id.nullable() }),
})
