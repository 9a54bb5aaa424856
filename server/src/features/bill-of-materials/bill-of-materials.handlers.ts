import type { billActions } from '@vigilux/contract/features/bill-of-materials/bill-of-materials.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { readCatalogue } from '../catalogue/index.ts'
import { findPlant } from '../plants/index.ts'
import { findPriceSettings, listPrices, savePriceIfVersion, savePriceSettingsIfVersion } from './prices.store.ts'
import { readBill, seesPrices } from './read-bill.ts'

/** An amount of money, formatted for the audit. */
const amount = (cents: number | null | undefined): string | null =>
  cents === null || cents === undefined ? null : (cents / 100).toFixed(2)

export const billHandlers: HandlersOf<typeof billActions> = {
  getBillOfMaterials: ({ work, input, role }) =>
    readBill(work.tx, work.ports, { ...input, seesPrices: (settings) => seesPrices(role, settings) }),
  savePrice: async ({ work, input }) => {
    const { plantId, productCode, cents } = input
    const product = (await readCatalogue(work.tx)).products.get(productCode) ?? work.fail('PRODUCT_NOT_FOUND')
    const now = (await listPrices(work.tx, plantId)).get(productCode)
    work.audit.target({ kind: 'product', id: productCode, name: `${productCode} ${product.name}` })
    work.audit.diff({ price: amount(now?.cents) }, { price: amount(cents) })
    const version = await savePriceIfVersion(work.tx, { plantId, productCode, cents }, input.version)
    if (version === undefined)
      return work.fail('CHANGED_MEANWHILE', { now: { cents: now?.cents, version: now?.version } })
    work.broadcast({ plant: plantId }, 'savePrice', { plant_id: plantId })
    return { version }
  },
  savePriceSettings: async ({ work, input: { plantId, ...settings } }) => {
    const { currency, shownToClients } = settings
    const now = await findPriceSettings(work.tx, plantId)
    work.audit.target({ kind: 'plant', id: plantId, name: (await findPlant(work.tx, plantId)).plantname })
    work.audit.diff(now, { currency, shownToClients })
    const version = await savePriceSettingsIfVersion(work.tx, plantId, settings)
    if (version === undefined) return work.fail('CHANGED_MEANWHILE', { now })
    work.broadcast({ plant: plantId }, 'savePriceSettings', { plant_id: plantId })
    return { version }
  },
}
