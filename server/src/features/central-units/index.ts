export { currentCounts } from './central-unit-view.ts'
export { acquiredUnitOf } from './central-units.handlers.ts'
export { type CentralUnitRow, centralUnitTable } from './central-units.schema.ts'
export {
  acquiredUnits,
  acquireUnit,
  findUnit,
  insertUnit,
  listUnitRows,
  removeUnit,
  saveFigures,
  viewUnits,
} from './central-units.store.ts'
export { announceUnit } from './hear-units.ts'
export { connectedUnits, findLinks, type UnitLink } from './unit-links.store.ts'
export { noticeSilence } from './watch-silence.ts'
