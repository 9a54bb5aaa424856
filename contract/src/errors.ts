import { accessTokenErrors } from './features/access-tokens/access-tokens.actions.ts'
import { accountErrors } from './features/accounts/accounts.actions.ts'
import { aggregationErrors } from './features/aggregations/aggregations.actions.ts'
import { attachmentErrors } from './features/attachments/attachments.actions.ts'
import { attentionErrors } from './features/attention/attention.actions.ts'
import { batteryErrors } from './features/batteries/batteries.actions.ts'
import { bluetoothErrors } from './features/bluetooth/bluetooth.actions.ts'
import { catalogueErrors } from './features/catalogue/catalogue.actions.ts'
import { centralUnitErrors } from './features/central-units/central-units.actions.ts'
import { commandErrorCodes } from './features/commands/commands.actions.ts'
import { commissioningErrors } from './features/commissioning/commissioning.actions.ts'
import { complianceErrors } from './features/compliance/compliance.actions.ts'
import { configurationErrors } from './features/configuration/configuration.actions.ts'
import { testErrors } from './features/emergency-tests/emergency-tests.actions.ts'
import { energyErrors } from './features/energy/energy.actions.ts'
import { fileErrors } from './features/files/file.ts'
import { floorPlanErrors } from './features/floor-plans/floor-plans.actions.ts'
import { groupErrors } from './features/groups/groups.actions.ts'
import { handoverErrors } from './features/handover/handover.actions.ts'
import { lampTextErrors } from './features/lamp-labels/lamp-labels.actions.ts'
import { lampErrorCodes } from './features/lamps/lamps.actions.ts'
import { lightLevelErrors } from './features/light-levels/light-levels.actions.ts'
import { logbookErrors } from './features/logbook/logbook.actions.ts'
import { roundErrors } from './features/maintenance-rounds/maintenance-rounds.actions.ts'
import { memberErrors } from './features/members/members.actions.ts'
import { monitoringZoneErrors } from './features/monitoring-zones/monitoring-zones.actions.ts'
import { noticeErrors } from './features/notices/notices.actions.ts'
import { operationErrors } from './features/operations/operations.actions.ts'
import { outwardConnectionErrors } from './features/outward-connections/outward-connections.actions.ts'
import { pictureErrors } from './features/pictures/pictures.actions.ts'
import { plannerErrors } from './features/planner/planner.actions.ts'
import { plantArchiveErrors } from './features/plant-archive/plant-archive.actions.ts'
import { plantErrors } from './features/plants/plants.actions.ts'
import { proCodeErrors } from './features/pro-codes/pro-codes.actions.ts'
import { remotePanelErrors } from './features/remote-panel/remote-panel.actions.ts'
import { reportErrors } from './features/reports/reports.actions.ts'
import { roomErrors } from './features/rooms/rooms.actions.ts'
import { sceneErrors } from './features/scenes/scenes.actions.ts'
import { snapshotErrors } from './features/snapshots/snapshots.actions.ts'
import { testCalendarErrors } from './features/test-calendar/test-calendar.actions.ts'
import { viewErrors } from './features/views/views.actions.ts'
import { webhookErrors } from './features/webhooks/webhooks.actions.ts'
import { zoneErrors } from './features/zones/zones.actions.ts'
import { kernelErrors } from './kernel/errors.ts'
/** Every error code of the server, with its HTTP status. */
export const errorStatus = {
  ...kernelErrors,
  ...accessTokenErrors,
  ...accountErrors,
  ...aggregationErrors,
  ...attachmentErrors,
  ...attentionErrors,
  ...batteryErrors,
  ...catalogueErrors,
  ...centralUnitErrors,
  ...bluetoothErrors,
  ...snapshotErrors,
  ...operationErrors,
  ...outwardConnectionErrors,
  ...commissioningErrors,
  ...complianceErrors,
  ...configurationErrors,
  ...energyErrors,
  ...fileErrors,
  ...floorPlanErrors,
  ...groupErrors,
  ...handoverErrors,
  ...logbookErrors,
  ...commandErrorCodes,
  ...lampErrorCodes,
  ...lampTextErrors,
  ...memberErrors,
  ...monitoringZoneErrors,
  ...noticeErrors,
  ...pictureErrors,
  ...plannerErrors,
  ...plantArchiveErrors,
  ...plantErrors,
  ...proCodeErrors,
  ...reportErrors,
  ...roomErrors,
  ...roundErrors,
  ...sceneErrors,
  ...testErrors,
  ...testCalendarErrors,
  ...viewErrors,
  ...lightLevelErrors,
  ...webhookErrors,
  ...zoneErrors,
  ...remotePanelErrors,
}
export type ErrorCode = keyof typeof errorStatus
