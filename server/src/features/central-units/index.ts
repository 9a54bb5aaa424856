export { type CentralUnitRow, centralUnitTable } from '../../tables/central-units.schema.ts'
export {
  type AcquiredUnitRefusal,
  type EnabledUnitRefusal,
  requireAcquiredUnit,
  requireEnabledUnit,
} from './acquired-unit.ts'
export { auditUnit } from './audit-unit.ts'
export { currentCounts, inhibitedTooLongMs, inhibitionOverdueSince, unitSafetyOf } from './central-unit-view.ts'
export { unitsChanged } from './central-units.domain-events.ts'
export {
  findAcquiredUnits,
  findUnit,
  findUnitById,
  insertUnit,
  listUnitRows,
  listUnitsById,
  removeUnit,
  saveLampCounts,
  viewUnits,
} from './central-units.store.ts'
export { isClockWrong } from './clock-readings.ts'
export { findEnabledFilter } from './enabled-types.store.ts'
export { deleteOldEnrolments } from './enrolments.store.ts'
export { broadcastUnit, broadcastUnits, judgeRecordTimes, type TimedRecord, unitRegister } from './ingest-units.ts'
export { saveLampCountWarnings } from './lamp-count-warnings.store.ts'
export { refuseWhileAnyHeld, releasePlantUnits, restorePlantUnits } from './released-units.ts'
export { removedUnits } from './removed-units.ts'
export { offsetSyncTask, /** @internal */ syncOffsets } from './sync-offsets.ts'
export { buildPlainCommand, refuseLongName, requireUnitForPlainCommand } from './unit-commands.ts'
export { listCredentials, renewCredentials, revokeCredentials } from './unit-credentials.store.ts'
export {
  clockDriftOf,
  findLinks,
  isConnected,
  isConnectedInEnrolledLife,
  isConnectedUnit,
  listConnectedUnits,
  recordOlderProtocol,
  type UnitLink,
} from './unit-links.store.ts'
export { acquireUnit } from './unit-lives.store.ts'
export { createCredentialWatch } from './watch-credentials.ts'
export { reportRequestWorker, unitWatcher, /** @internal */ watchUnits } from './watch-units.ts'
