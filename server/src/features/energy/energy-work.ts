/** Functions of the energy thread, which would block the event loop. */
export { bookReadings as book } from './book-work.ts'
export { findNotable } from './find-notable.ts'
export {
  computeGroupTotals as totalGroups,
  computeQuarters as quarterAll,
  computeTotals as totalAll,
} from './sum-totals.ts'
