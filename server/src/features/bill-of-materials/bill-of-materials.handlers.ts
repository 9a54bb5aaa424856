import type { billActions } from '@vigilux/contract/features/bill-of-materials/bill-of-materials.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { readCatalogue } from '../catalogue/index.ts'
import { findPlant } from '../plants/index.ts'
import { findPriceSettings, listPrices, savePriceOver, savePriceSettingsOver } from './prices.store.ts'
import { readBill, seesPrices } from './read-bill.ts'

/** Money as the audit shows it. */
const amount = (cents: number | null | undefined): string | null =>
  cents === null || cents === undefined ? null : (cents / 100).toFixed(2)

export const billHandlers: HandlersOf<typeof billActions> = {
  getBillOfMaterials: ({ input, tx, ports, role }) =>
    readBill(tx, ports, { ...input, seesPrices: (settings) => seesPrices(role, settings) }),
  savePrice: async ({ input, tx, announce, fail }) => {
    const { plantId, productCode, cents } = input
    const product = (await readCatalogue(tx)).products.get(productCode) ?? fail('PRODUCT_NOT_FOUND')
    const now = (await listPrices(tx, plantId)).get(productCode)
    about(tx, { kind: 'product', id: productCode, name: `${productCode} ${product.name}` })
    changed(tx, { price: amount(now?.cents) }, { price: amount(cents) })
    const version = await savePriceOver(tx, { plantId, productCode, cents }, input.version)
    if (version === undefined) return fail('CHANGED_MEANWHILE', { now: { cents: now?.cents, version: now?.version } })
    announce({ plant: plantId }, 'savePrice', { plant_id: plantId })
    return { version }
  },
  savePriceSettings: async ({ input: { plantId, ...settings }, tx, announce, fail }) => {
    const { currency, shownToClients } = settings
    const now = await findPriceSettings(tx, plantId)
    about(tx, { kind: 'plant', id: plantId, name: (await findPlant(tx, plantId)).plantname })
    changed(tx, now, { currency, shownToClients })
    const version = await savePriceSettingsOver(tx, plantId, settings)
    if (version === undefined) return fail('CHANGED_MEANWHILE', { now })
    announce({ plant: plantId }, 'savePriceSettings', { plant_id: plantId })
    return { version }
  },
}
