export { lampNames } from '../../tables/lamps.schema.ts'
export { auditLamp, auditLamps } from './audit-lamps.ts'
export { broadcastLamps, maxBroadcastPerUnit, viewLamps } from './broadcast-lamps.ts'
export { listFailedTests, /** @internal */ updateFailedTests } from './failed-tests.store.ts'
export {
  addLampNotes,
  type LampNote,
  type LampSuccessor,
  listPlacesOfSerials,
  moveLampNotes,
  moveLampNotesToSuccessors,
  /** @internal */ saveLampNote,
  saveLampNotes,
} from './lamp-notes.store.ts'
export { detailOf, paramCommands } from './lamp-params.ts'
export { moveLampProducts, saveLampProducts } from './lamp-products.store.ts'
export { createLampSetLamps, createLampSetRows, type LampSetRow, lampPairs } from './lamp-sets.store.ts'
export { findLamps, type LampRow, type ListedLampRow, listLampsOfUnit } from './lamps.store.ts'
export { type LampAt, type LampOfUnit, requireLampsAt, requireUnitAt } from './lamps-at.ts'
export { countSharedSerials, findLampsElsewhere } from './lamps-elsewhere.store.ts'
export { moveFailedTests } from './move-failed-tests.ts'
export { refuseUnknownLamps } from './refuse-unknown-lamps.ts'
export { writeLampTexts } from './write-lamp-texts.ts'
