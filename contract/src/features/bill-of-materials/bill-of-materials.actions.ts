import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { id, plantId, version } from '../../kernel/primitives.ts'
import { bill, billKinds, currencies, priceDraft } from './bill.ts'

/** Products of a plant and replacements to order, with prices. */
export const billActions = defineActions({
  /**
   * Counts the products of a plant by unit, and the spare parts for its open faults. Prices require the right to see
   * them.
   */
  getBillOfMaterials: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, of: z.enum(billKinds).default('wired') }),
    output: bill,
    errors: [],
    effect: 'read',
    cost: 5,
  },
  /** Saves the price of a product for a plant, over the version seen by the caller; null removes it. */
  savePrice: {
    permission: 'plant.operate',
    input: z.strictObject({ plantId, ...priceDraft }),
    output: z.object({ version: z.int() }),
    errors: ['PRODUCT_NOT_FOUND', 'CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'product',
  },
  /**
   * Saves the currency of a plant's prices, and whether the owner's side sees them, over the version seen by the
   * caller.
   */
  savePriceSettings: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, currency: z.enum(currencies), shownToClients: z.boolean(), version }),
    output: z.object({ version: z.int() }),
    errors: ['CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
    about: 'plant',
  },
})

export const billEvents = defineEvents({
  /** A price changed. The event does not carry it, because only some members may see prices. */
  savePrice: z.object({ plant_id: id }),
  savePriceSettings: z.object({ plant_id: id }),
})
