export { monitoringZoneLamps, monitoringZoneRows } from './monitoring-zones.store.ts'
