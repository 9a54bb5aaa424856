export { acquiredUnitOf } from './acquired-unit.ts'
export { currentCounts, findingsOf } from './central-unit-view.ts'
export { unitsChanged } from './central-units.domain-events.ts'
export { type CentralUnitRow, centralUnitTable } from './central-units.schema.ts'
export {
  acquiredUnits,
  findUnit,
  insertUnit,
  listUnitRows,
  removeUnit,
  saveFigures,
  unitById,
  unitsById,
  viewUnits,
} from './central-units.store.ts'
export { deleteOldEnrolments } from './enrolments.store.ts'
export { createCredentialWatch } from './follow-credentials.ts'
export { announceUnit, announceUnits } from './ingest-units.ts'
export { type TimedRecord, timedRecords } from './record-times.ts'
export { plainCommand, refuseLongName } from './unit-commands.ts'
export { listCredentials, renewCredentials, revokeCredentials } from './unit-credentials.store.ts'
export { connectedUnits, findLinks, isConnected, type UnitLink } from './unit-links.store.ts'
export { acquireUnit } from './unit-lives.store.ts'
export { unitRegister } from './unit-register.ts'
export { startUnitWatch, watchUnits } from './watch-units.ts'
