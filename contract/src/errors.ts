import { accountErrors } from './features/accounts/accounts.errors.ts'
import { aggregationErrors } from './features/aggregations/aggregations.errors.ts'
import { attachmentErrors } from './features/attachments/attachments.errors.ts'
import { attentionErrors } from './features/attention/attention.errors.ts'
import { batteryErrors } from './features/batteries/batteries.errors.ts'
import { bluetoothErrors } from './features/bluetooth/bluetooth.errors.ts'
import { catalogueErrors } from './features/catalogue/catalogue.errors.ts'
import { centralUnitErrors } from './features/central-units/central-units.errors.ts'
import { commandErrorCodes } from './features/commands/commands.errors.ts'
import { commissioningErrors } from './features/commissioning/commissioning.errors.ts'
import { complianceErrors } from './features/compliance/compliance.errors.ts'
import { configurationErrors } from './features/configuration/configuration.errors.ts'
import { testErrors } from './features/emergency-tests/emergency-tests.errors.ts'
import { energyErrors } from './features/energy/energy.errors.ts'
import { fileErrors } from './features/files/files.errors.ts'
import { floorPlanErrors } from './features/floor-plans/floor-plans.errors.ts'
import { groupErrors } from './features/groups/groups.errors.ts'
import { handoverErrors } from './features/handover/handover.errors.ts'
import { lampTextErrors } from './features/lamp-texts/lamp-texts.errors.ts'
import { lampErrorCodes } from './features/lamps/lamps.errors.ts'
import { lightLevelErrors } from './features/light-levels/light-levels.errors.ts'
import { logbookErrors } from './features/logbook/logbook.errors.ts'
import { memberErrors } from './features/members/members.errors.ts'
import { monitoringZoneErrors } from './features/monitoring-zones/monitoring-zones.errors.ts'
import { noticeErrors } from './features/notices/notices.errors.ts'
import { operationErrors } from './features/operations/operations.errors.ts'
import { pictureErrors } from './features/pictures/pictures.errors.ts'
import { plannerErrors } from './features/planner/planner.errors.ts'
import { plantArchiveErrors } from './features/plant-archive/plant-archive.errors.ts'
import { plantErrors } from './features/plants/plants.errors.ts'
import { proCodeErrors } from './features/pro-codes/pro-codes.errors.ts'
import { remotePanelErrors } from './features/remote-panel/remote-panel.errors.ts'
import { reportErrors } from './features/reports/reports.errors.ts'
import { roomErrors } from './features/rooms/rooms.errors.ts'
import { roundErrors } from './features/rounds/rounds.errors.ts'
import { sceneErrors } from './features/scenes/scenes.errors.ts'
import { snapshotErrors } from './features/snapshots/snapshots.errors.ts'
import { testCalendarErrors } from './features/test-calendar/test-calendar.errors.ts'
import { viewErrors } from './features/views/views.errors.ts'
import { webhookErrors } from './features/webhooks/webhooks.errors.ts'
import { zoneErrors } from './features/zones/zones.errors.ts'
import { kernelErrors } from './kernel/errors.ts'
/** Every code with which the server refuses, with its HTTP status. */
export const errorStatus = {
  ...kernelErrors,
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
