export {
  addLamps,
  findMonitoringZone,
  insertMonitoringZone,
  moveMonitoringZones,
  moveMonitoringZonesToSuccessors,
} from './monitoring-zones.store.ts'
