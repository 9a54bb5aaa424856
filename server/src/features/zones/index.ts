export { partsOfZone } from './zone-parts.ts'
export { zoneLamps, zoneRows } from './zones.store.ts'
