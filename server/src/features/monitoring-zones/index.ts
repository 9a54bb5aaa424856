export {
  addLamps,
  findMonitoringZone,
  insertMonitoringZone,
  moveMonitoringZones,
  passOnMonitoringZones,
} from './monitoring-zones.store.ts'
