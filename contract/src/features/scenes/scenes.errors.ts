import { defineErrors } from '../../kernel/errors.ts'

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
