export { findPriceSettings, listPrices } from './prices.store.ts'
export { readBill, seesPrices } from './read-bill.ts'
