export { paramCommands } from './lamp-params.ts'
export { type LampRow, lampsOfUnit, listLamps, moveLampNotes, saveLampNote, toLamp } from './lamps.store.ts'
export { refuseUnknownLamps } from './lamps-named.ts'
