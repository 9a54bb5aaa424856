import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { plantId } from '../../kernel/primitives.ts'
import { fadeS, lightLevel, lightReceipt, lightTarget } from './light-level.ts'

export const lightLevelActions = defineActions({
  /**
   * Brings lamps to a level now, 0 to 100 percent or one step up or down, within `fadeS` seconds. One command goes to each unit concerned. A
   * unit that is not connected is named and asked for nothing, then or later. Emergency wins: a lamp on its battery comes to the level when that is over.
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
    about: 'unit',
    cost: 5,
  },
})

export const lightLevelErrors = defineErrors({
  /** None of the lamps takes levels. */
  NO_LAMP_FOLLOWS: 409,
  /** None of the units is connected; with their topics as `units`. */
  LIGHT_UNITS_AWAY: 409,
})
