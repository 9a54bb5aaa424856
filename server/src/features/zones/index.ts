export { partsOfZone } from './zone-parts.ts'
export { addLamps, insertZone, moveZones, moveZonesToSuccessors } from './zones.store.ts'
