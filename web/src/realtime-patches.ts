import { accessTokenPatches } from './features/access-tokens/access-tokens.realtime.ts'
import { accountPatches } from './features/accounts/accounts.realtime.ts'
import { aggregationPatches } from './features/aggregations/aggregations.realtime.ts'
import { attachmentPatches } from './features/attachments/attachments.realtime.ts'
import { attentionPatches } from './features/attention/attention.realtime.ts'
import { batteryPatches } from './features/batteries/batteries.realtime.ts'
import { billPatches } from './features/bill-of-materials/bill-of-materials.realtime.ts'
import { bluetoothPatches } from './features/bluetooth/bluetooth.realtime.ts'
import { centralUnitPatches } from './features/central-units/central-units.realtime.ts'
import { commandPatches } from './features/commands/commands.realtime.ts'
import { commissioningPatches } from './features/commissioning/commissioning.realtime.ts'
import { compliancePatches } from './features/compliance/compliance.realtime.ts'
import { testPatches } from './features/emergency-tests/emergency-tests.realtime.ts'
import { energyPatches } from './features/energy/energy.realtime.ts'
import { floorPlanPatches } from './features/floor-plans/floor-plans.realtime.ts'
import { groupPatches } from './features/groups/groups.realtime.ts'
import { handoverPatches } from './features/handover/handover.realtime.ts'
import { lampTextPatches } from './features/lamp-labels/lamp-labels.realtime.ts'
import { lampPatches } from './features/lamps/lamps.realtime.ts'
import { logbookPatches } from './features/logbook/logbook.realtime.ts'
import { roundPatches } from './features/maintenance-rounds/maintenance-rounds.realtime.ts'
import { memberPatches } from './features/members/members.realtime.ts'
import { monitoringZonePatches } from './features/monitoring-zones/monitoring-zones.realtime.ts'
import { noticePatches } from './features/notices/notices.realtime.ts'
import { officePatches } from './features/office/office.realtime.ts'
import { operationPatches } from './features/operations/operations.realtime.ts'
import { outwardConnectionPatches } from './features/outward-connections/outward-connections.realtime.ts'
import { plannerPatches } from './features/planner/planner.realtime.ts'
import { plantArchivePatches } from './features/plant-archive/plant-archive.realtime.ts'
import { overviewPatches } from './features/plant-overview/plant-overview.realtime.ts'
import { plantPatches } from './features/plants/plants.realtime.ts'
import { plantsMapPatches } from './features/plants-map/plants-map.realtime.ts'
import { proCodePatches } from './features/pro-codes/pro-codes.realtime.ts'
import { remotePanelPatches } from './features/remote-panel/remote-panel.realtime.ts'
import { roomPatches } from './features/rooms/rooms.realtime.ts'
import { scenePatches } from './features/scenes/scenes.realtime.ts'
import { snapshotPatches } from './features/snapshots/snapshots.realtime.ts'
import { testCalendarPatches } from './features/test-calendar/test-calendar.realtime.ts'
import { viewPatches } from './features/views/views.realtime.ts'
import { webhookPatches } from './features/webhooks/webhooks.realtime.ts'
import { weekPatches } from './features/week/week.realtime.ts'
import { zonePatches } from './features/zones/zones.realtime.ts'
import { combinePatches, type RealtimePatches } from './shared/realtime/realtime.ts'

/** Event to cache patch, one table per feature; several may listen to one event. */
export const realtimePatches: RealtimePatches = combinePatches(
  accessTokenPatches,
  accountPatches,
  plantPatches,
  plantsMapPatches,
  plantArchivePatches,
  proCodePatches,
  memberPatches,
  logbookPatches,
  commandPatches,
  commissioningPatches,
  aggregationPatches,
  attachmentPatches,
  attentionPatches,
  batteryPatches,
  billPatches,
  bluetoothPatches,
  compliancePatches,
  handoverPatches,
  centralUnitPatches,
  floorPlanPatches,
  lampPatches,
  lampTextPatches,
  testPatches,
  officePatches,
  operationPatches,
  outwardConnectionPatches,
  groupPatches,
  snapshotPatches,
  roomPatches,
  energyPatches,
  monitoringZonePatches,
  noticePatches,
  remotePanelPatches,
  zonePatches,
  roundPatches,
  scenePatches,
  testCalendarPatches,
  plannerPatches,
  viewPatches,
  webhookPatches,
  weekPatches,
  overviewPatches,
)
