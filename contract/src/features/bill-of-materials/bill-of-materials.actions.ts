import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { id, plantId, version } from '../../kernel/primitives.ts'
import { bill, billKinds, currencies, priceDraft } from './bill.ts'

export const billActions = defineActions({
  /**
   * What a plant is made of, by product and unit, and which spare parts its open faults ask for. Prices are in it for those alone who
   * may see them.
   */
  getBillOfMaterials: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, of: z.enum(billKinds).default('wired') }),
    output: bill,
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /** Enters the price of a product for a plant, over the version that was seen; null takes it away. */
  savePrice: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, ...priceDraft }),
    output: z.object({ version: z.int() }),
    errors: ['PRODUCT_NOT_FOUND', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'product',
  },
  /** Sets the currency of a plant's prices, and whether the owner's side sees them, over the version that was seen. */
  savePriceSettings: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, currency: z.enum(currencies), shownToClients: z.boolean(), version }),
    output: z.object({ version: z.int() }),
    errors: ['CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'plant',
  },
})

export const billEvents = defineEvents({
  /** A price changed. The event does not carry it: only members who may see prices can read it. */
  savePrice: z.object({ plant_id: id }),
  savePriceSettings: z.object({ plant_id: id }),
})
