export { moveMonitoringZones, passOnMonitoringZones } from './monitoring-zones.store.ts'
