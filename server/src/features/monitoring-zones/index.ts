export {
  addLamps,
  insertMonitoringZone,
  moveMonitoringZones,
  passOnMonitoringZones,
} from './monitoring-zones.store.ts'
