import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { page, plantId } from '../../kernel/primitives.ts'
import { priceSettings } from '../bill-of-materials/bill.ts'
import { requestedCode } from '../catalogue/product.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { batteryCurve, batteryNeededNow, batteryOutlook, lampBattery } from './battery-outlook.ts'

export const batteriesPerPage = 25

/** Battery types, age and expected life. */
export const batteryActions = defineActions({
  /**
   * Returns when the batteries of a plant end, by battery code, and the purchases for 24 months, from autonomy tests.
   * Basic plants get only present needs; prices require the right to see them.
   */
  getBatteryOutlook: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({
      needed: z.array(batteryNeededNow),
      /** Null for Basic plants. */
      outlook: batteryOutlook.nullable(),
      prices: priceSettings.optional(),
    }),
    errors: [],
    effect: 'read',
    cost: 10,
  },
  /** Lists the lamps of one battery code, earliest end first; lamps without an outlook come last. */
  getBatteries: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      /** Null for lamps whose battery is unknown. */
      code: requestedCode.nullable(),
      page,
    }),
    output: z.object({ batteries: z.array(lampBattery).max(batteriesPerPage), total: z.int() }),
    errors: ['OUTLOOK_NEEDS_PRO'],
    effect: 'read',
    cost: 10,
  },
  /** Returns the measurements and the expected course of the battery of one lamp. */
  getLampBattery: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, topic: unitTopic, addr: z.int().min(1).max(992) }),
    output: batteryCurve,
    errors: ['LAMP_NOT_FOUND', 'OUTLOOK_NEEDS_PRO'],
    effect: 'read',
    cost: 10,
  },
})

export const batteryErrors = defineErrors({
  /** Battery outlooks require a Pro plant. */
  OUTLOOK_NEEDS_PRO: 403,
})
