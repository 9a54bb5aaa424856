import { defineErrors } from '../../kernel/errors.ts'

export const floorPlanErrors = defineErrors({
  FLOOR_PLAN_NOT_FOUND: 404,
  /** A Basic plant has one floor plan; with `limit`. */
  MAPS_LIMIT_EXCEEDED: 409,
  /** With `limit`. */
  FLOOR_PLAN_LIMIT: 409,
  /** Its drawing is not there yet, or there is nothing to choose of it now. */
  FLOOR_PLAN_NOT_READY: 409,
  /** Such a page or layer is not in the drawing, or its unit is not said. */
  DRAWING_CHOICE: 400,
})
