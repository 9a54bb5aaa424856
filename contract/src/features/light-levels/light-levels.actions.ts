import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { plantId } from '../../kernel/primitives.ts'
import { fadeS, lightLevel, lightReceipt, lightTarget } from './light-level.ts'

/** Levels of lamps, set by hand. */
export const lightLevelActions = defineActions({
  /**
   * Sets lamps to a level, 0 to 100 percent or one step up or down, within `fadeS` seconds, with one command per unit.
   * Offline units are listed and skipped. Emergency wins: a lamp on battery goes to the level afterwards.
   */
  setLightLevel: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, to: lightTarget, level: lightLevel, fadeS: fadeS.default(1) }),
    output: lightReceipt,
    errors: [
      'ZONE_NOT_FOUND',
      'COLLECTION_NOT_FOUND',
      'UNIT_NOT_FOUND',
      'LAMP_NOT_FOUND',
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
})

export const lightLevelErrors = defineErrors({
  /** None of the lamps follows levels. */
  NO_LAMP_FOLLOWS: 409,
  /** None of the units is online; with their topics as `units`. */
  LIGHT_UNITS_AWAY: 409,
})
