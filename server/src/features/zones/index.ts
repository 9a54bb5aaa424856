export { addLamps, insertZone, moveZones, passOnZones } from './zones.store.ts'
