import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { page, plantId } from '../../kernel/primitives.ts'
import { priceSettings } from '../bill-of-materials/bill.ts'
import { requestedCode } from '../catalogue/product.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { batteryCurve, batteryNeededNow, batteryOutlook, lampBattery } from './battery-outlook.ts'

/** Batteries on one page. */
export const batteriesPerPage = 25

export const batteryActions = defineActions({
  /**
   * When the batteries of a plant end, by battery code, and what to buy within 24 months, from what autonomy tests have measured. Of a
   * Basic plant what is needed now alone. Prices are in it for those alone who may see them.
   */
  getBatteryOutlook: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({
      needed: z.array(batteryNeededNow),
      /** Null of a Basic plant. */
      outlook: batteryOutlook.nullable(),
      prices: priceSettings.optional(),
    }),
    errors: [],
    effect: 'read',
    cost: 10,
  },
  /** The lamps behind one battery code, that of those which end first at the beginning; those of which nothing is said come last. */
  getBatteries: {
    permission: 'plant.view',
    input: z.strictObject({
      plantId,
      /** Null for the lamps of which nobody knows the battery. */
      code: requestedCode.nullable(),
      page,
    }),
    output: z.object({ batteries: z.array(lampBattery).max(batteriesPerPage), total: z.int() }),
    errors: ['OUTLOOK_NEEDS_PRO'],
    effect: 'read',
    cost: 10,
  },
  /** What the battery of one lamp was measured at, and what is expected of it. */
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
  /** The outlook of batteries is for Pro plants. */
  OUTLOOK_NEEDS_PRO: 403,
})
