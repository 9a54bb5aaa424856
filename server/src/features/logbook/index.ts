export { addEntries } from './add-entries.ts'
export { logbookGrowthTask } from './broadcast-growth.ts'
export { ensureKeyAtStart } from './ensure-key.ts'
export { findHead } from './entries.store.ts'
export { type EntryDraft, entryOfUnit, type Person } from './entry-draft.ts'
export { entryPhotoUploads } from './entry-photos.ts'
export { exportDetail, exportNameOf } from './export-link.ts'
export { type LogbookGap, listGaps } from './gaps.store.ts'
export { createKeyCipher } from './key-cipher.ts'
export { eraseFromLogbooks, findEntryNo, findFaultEntryNo, findLoggedTest } from './logbook.store.ts'
export {
  type DoneEntry,
  findResponsible,
  listDoneSince,
  listLastLightMeasurements,
  listSignedMonths,
  readLogbookFacts,
} from './logbook-facts.store.ts'
export { recordOrigin } from './origins.store.ts'
export { type LogbookPage, readLogbook } from './read-logbook.ts'
export { readNewEntries } from './read-new-entries.ts'
export { maxRecordDelayMs, recordGapTask } from './record-gap-task.ts'
export { sealDrafts } from './seal-entries.ts'
export { createExportFinder } from './sealed-export.ts'
export { readSigningKey, type SigningKey } from './signing-key.ts'
export { createHeadStamper, type StampHead } from './time-stamps.ts'
export { listOpenUnitFaults, type UnitFaultRow } from './unit-faults.store.ts'
export { /** @internal */ verifierProgram, verifierScript } from './verifier-script.ts'
