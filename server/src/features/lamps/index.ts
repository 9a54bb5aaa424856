export { lampNames } from '../../tables/lamps.schema.ts'
export { aboutLamp, aboutLamps } from './about-lamps.ts'
export { announceLamps, mostToldOfUnit, viewLamps } from './announce-lamps.ts'
export { listFailedTests, /** @internal */ settleResults } from './failed-tests.store.ts'
export {
  addLampNotes,
  type LampNote,
  moveLampNotes,
  passOnLampNotes,
  placesOfSerials,
  type Successor,
  /** @internal */ saveLampNote,
  saveLampNotes,
} from './lamp-notes.store.ts'
export { detailOf, paramCommands } from './lamp-params.ts'
export { moveLampProducts, saveLampProducts } from './lamp-products.store.ts'
export { findLamps, type LampRow, lampsOfUnit, type Shown } from './lamps.store.ts'
export { type LampAt, type LampOfUnit, lampsAt, unitAt } from './lamps-at.ts'
export { countSharedSerials, findLampsElsewhere } from './lamps-elsewhere.store.ts'
export { refuseUnknownLamps } from './lamps-named.ts'
export { writeLampTexts } from './write-lamp-texts.ts'
