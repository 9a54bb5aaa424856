import { accessTokenHandlers } from '../features/access-tokens/access-tokens.handlers.ts'
import { accountHandlers } from '../features/accounts/accounts.handlers.ts'
import { aggregationHandlers } from '../features/aggregations/aggregations.handlers.ts'
import { attachmentHandlers } from '../features/attachments/attachments.handlers.ts'
import { attentionHandlers } from '../features/attention/attention.handlers.ts'
import { auditHandlers } from '../features/audit/audit.handlers.ts'
import { batteryHandlers } from '../features/batteries/batteries.handlers.ts'
import { billHandlers } from '../features/bill-of-materials/bill-of-materials.handlers.ts'
import { bluetoothHandlers } from '../features/bluetooth/bluetooth.handlers.ts'
import { catalogueHandlers } from '../features/catalogue/catalogue.handlers.ts'
import { busLineHandlers } from '../features/central-units/bus-lines.handlers.ts'
import { centralUnitHandlers } from '../features/central-units/central-units.handlers.ts'
import { commandHandlers } from '../features/commands/commands.handlers.ts'
import { commissioningHandlers } from '../features/commissioning/commissioning.handlers.ts'
import { complianceHandlers } from '../features/compliance/compliance.handlers.ts'
import { configurationHandlers } from '../features/configuration/configuration.handlers.ts'
import { testHandlers } from '../features/emergency-tests/emergency-tests.handlers.ts'
import { energyHandlers } from '../features/energy/energy.handlers.ts'
import { floorPlanHandlers } from '../features/floor-plans/floor-plans.handlers.ts'
import { groupHandlers } from '../features/groups/groups.handlers.ts'
import { handoverHandlers } from '../features/handover/handover.handlers.ts'
import { lampTextHandlers } from '../features/lamp-labels/lamp-labels.handlers.ts'
import { lampHandlers } from '../features/lamps/lamps.handlers.ts'
import { lightLevelHandlers } from '../features/light-levels/light-levels.handlers.ts'
import { logbookHandlers } from '../features/logbook/logbook.handlers.ts'
import { roundHandlers } from '../features/maintenance-rounds/maintenance-rounds.handlers.ts'
import { findPlantAccess, lockPlant, lockPlantState } from '../features/members/index.ts'
import { memberRuleHandlers } from '../features/members/member-rules.handlers.ts'
import { memberHandlers } from '../features/members/members.handlers.ts'
import { peopleHandlers } from '../features/members/people.handlers.ts'
import { monitoringZoneHandlers } from '../features/monitoring-zones/monitoring-zones.handlers.ts'
import { noticeHandlers } from '../features/notices/notices.handlers.ts'
import { officeHandlers } from '../features/office/office.handlers.ts'
import { operationHandlers } from '../features/operations/operations.handlers.ts'
import { outwardConnectionHandlers } from '../features/outward-connections/outward-connections.handlers.ts'
import { overviewHandlers, overviewPreHandlers } from '../features/overview/overview.handlers.ts'
import { pictureHandlers } from '../features/pictures/pictures.handlers.ts'
import { plannerHandlers } from '../features/planner/planner.handlers.ts'
import { plantArchiveHandlers } from '../features/plant-archive/plant-archive.handlers.ts'
import { plantHandlers, plantPreHandlers } from '../features/plants/plants.handlers.ts'
import { plantsMapHandlers, plantsMapPreHandlers } from '../features/plants-map/plants-map.handlers.ts'
import { proCodeHandlers } from '../features/pro-codes/pro-codes.handlers.ts'
import { remotePanelHandlers } from '../features/remote-panel/remote-panel.handlers.ts'
import { reportHandlers } from '../features/reports/reports.handlers.ts'
import { roomHandlers } from '../features/rooms/rooms.handlers.ts'
import { sceneHandlers } from '../features/scenes/scenes.handlers.ts'
import { snapshotHandlers } from '../features/snapshots/snapshots.handlers.ts'
import { testCalendarHandlers } from '../features/test-calendar/test-calendar.handlers.ts'
import { viewHandlers } from '../features/views/views.handlers.ts'
import { webhookHandlers, webhookPreHandlers } from '../features/webhooks/webhooks.handlers.ts'
import { weekHandlers } from '../features/week/week.handlers.ts'
import { zoneHandlers } from '../features/zones/zones.handlers.ts'
import type { Handlers } from '../kernel/handler.ts'

/** The handler of each action of the contract; the compiler reports a missing one. */
const handlers = {
  ...accessTokenHandlers,
  ...accountHandlers,
  ...aggregationHandlers,
  ...attachmentHandlers,
  ...attentionHandlers,
  ...auditHandlers,
  ...batteryHandlers,
  ...billHandlers,
  ...catalogueHandlers,
  ...centralUnitHandlers,
  ...busLineHandlers,
  ...commandHandlers,
  ...lampHandlers,
  ...lampTextHandlers,
  ...logbookHandlers,
  ...memberHandlers,
  ...memberRuleHandlers,
  ...peopleHandlers,
  ...outwardConnectionHandlers,
  ...overviewHandlers,
  ...pictureHandlers,
  ...plannerHandlers,
  ...plantArchiveHandlers,
  ...plantHandlers,
  ...plantsMapHandlers,
  ...proCodeHandlers,
  ...reportHandlers,
  ...roomHandlers,
  ...roundHandlers,
  ...sceneHandlers,
  ...bluetoothHandlers,
  ...commissioningHandlers,
  ...complianceHandlers,
  ...handoverHandlers,
  ...configurationHandlers,
  ...floorPlanHandlers,
  ...groupHandlers,
  ...monitoringZoneHandlers,
  ...noticeHandlers,
  ...remotePanelHandlers,
  ...officeHandlers,
  ...operationHandlers,
  ...snapshotHandlers,
  ...testHandlers,
  ...testCalendarHandlers,
  ...viewHandlers,
  ...energyHandlers,
  ...lightLevelHandlers,
  ...webhookHandlers,
  ...weekHandlers,
  ...zoneHandlers,
} satisfies Handlers

/** Parts of the features for the dispatcher: handlers, pre-handlers and access checks. */
export const callFeatures = {
  handlers,
  preHandlers: { ...overviewPreHandlers, ...plantPreHandlers, ...plantsMapPreHandlers, ...webhookPreHandlers },
  findPlantAccess,
  lockPlantState,
  lockPlant,
}
