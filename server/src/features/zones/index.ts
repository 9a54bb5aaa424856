export { partsOfZone } from './zone-parts.ts'
export { addLamps, insertZone, moveZones, passOnZones } from './zones.store.ts'
