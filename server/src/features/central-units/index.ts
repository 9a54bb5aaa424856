export { type CentralUnitRow, centralUnitTable } from '../../tables/central-units.schema.ts'
export { aboutUnit } from './about-unit.ts'
export { acquiredUnitOf, unitForWork } from './acquired-unit.ts'
export { currentCounts, findingsOf, inhibitedBeyond, inhibitedTooLongMs } from './central-unit-view.ts'
export { unitsChanged } from './central-units.domain-events.ts'
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
export { isClockWrong } from './clock-readings.ts'
export { enabledIn } from './enabled-types.store.ts'
export { deleteOldEnrolments } from './enrolments.store.ts'
export { createCredentialWatch } from './follow-credentials.ts'
export { announceUnit, announceUnits } from './ingest-units.ts'
export { /** @internal */ keepOffsets, offsetKeeper } from './keep-offsets.ts'
export { warnOfLampCounts } from './lamp-count-warnings.store.ts'
export { type TimedRecord, timedRecords } from './record-times.ts'
export { refuseWhileAnyHeld, releasePlantUnits, returnPlantUnits } from './released-units.ts'
export { plainCommand, refuseLongName, unitForPlainCommand } from './unit-commands.ts'
export { listCredentials, renewCredentials, revokeCredentials } from './unit-credentials.store.ts'
export {
  clockDriftIn,
  connectedUnits,
  findLinks,
  isConnected,
  isConnectedAsOwn,
  isConnectedUnit,
  noteOlderProtocol,
  type UnitLink,
} from './unit-links.store.ts'
export { acquireUnit } from './unit-lives.store.ts'
export { unitRegister } from './unit-register.ts'
export { askReportsWhenAsked, unitWatch, /** @internal */ watchUnits } from './watch-units.ts'
