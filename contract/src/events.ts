import type { z } from 'zod'
import { accessTokenEvents } from './features/access-tokens/access-tokens.actions.ts'
import { accountEvents } from './features/accounts/accounts.actions.ts'
import { aggregationEvents } from './features/aggregations/aggregations.actions.ts'
import { attachmentEvents } from './features/attachments/attachments.actions.ts'
import { attentionEvents } from './features/attention/attention.actions.ts'
import { billEvents } from './features/bill-of-materials/bill-of-materials.actions.ts'
import { bluetoothEvents } from './features/bluetooth/bluetooth.actions.ts'
import { centralUnitEvents } from './features/central-units/central-units.actions.ts'
import { commandEvents } from './features/commands/commands.actions.ts'
import { commissioningEvents } from './features/commissioning/commissioning.actions.ts'
import { complianceEvents } from './features/compliance/compliance.actions.ts'
import { testEvents } from './features/emergency-tests/emergency-tests.actions.ts'
import { energyEvents } from './features/energy/energy.actions.ts'
import { floorPlanEvents } from './features/floor-plans/floor-plans.actions.ts'
import { groupEvents } from './features/groups/groups.actions.ts'
import { handoverEvents } from './features/handover/handover.actions.ts'
import { lampTextEvents } from './features/lamp-labels/lamp-labels.actions.ts'
import { lampEvents } from './features/lamps/lamps.actions.ts'
import { logbookEvents } from './features/logbook/logbook.actions.ts'
import { roundEvents } from './features/maintenance-rounds/maintenance-rounds.actions.ts'
import { memberEvents } from './features/members/members.actions.ts'
import { monitoringZoneEvents } from './features/monitoring-zones/monitoring-zones.actions.ts'
import { noticeEvents } from './features/notices/notices.actions.ts'
import { operationEvents } from './features/operations/operations.actions.ts'
import { outwardConnectionEvents } from './features/outward-connections/outward-connections.actions.ts'
import { overviewEvents } from './features/overview/overview.actions.ts'
import { plannerEvents } from './features/planner/planner.actions.ts'
import { plantArchiveEvents } from './features/plant-archive/plant-archive.actions.ts'
import { plantEvents } from './features/plants/plants.actions.ts'
import { proCodeEvents } from './features/pro-codes/pro-codes.actions.ts'
import { remotePanelEvents } from './features/remote-panel/remote-panel.actions.ts'
import { reportEvents } from './features/reports/reports.actions.ts'
import { roomEvents } from './features/rooms/rooms.actions.ts'
import { sceneEvents } from './features/scenes/scenes.actions.ts'
import { snapshotEvents } from './features/snapshots/snapshots.actions.ts'
import { viewEvents } from './features/views/views.actions.ts'
import { webhookEvents } from './features/webhooks/webhooks.actions.ts'
import { zoneEvents } from './features/zones/zones.actions.ts'
/** All events for watchers of a plant. */
export const events = {
  ...accessTokenEvents,
  ...accountEvents,
  ...aggregationEvents,
  ...attachmentEvents,
  ...attentionEvents,
  ...billEvents,
  ...bluetoothEvents,
  ...centralUnitEvents,
  ...operationEvents,
  ...outwardConnectionEvents,
  ...floorPlanEvents,
  ...groupEvents,
  ...commandEvents,
  ...commissioningEvents,
  ...complianceEvents,
  ...lampEvents,
  ...lampTextEvents,
  ...handoverEvents,
  ...logbookEvents,
  ...memberEvents,
  ...monitoringZoneEvents,
  ...noticeEvents,
  ...overviewEvents,
  ...plannerEvents,
  ...plantArchiveEvents,
  ...plantEvents,
  ...proCodeEvents,
  ...reportEvents,
  ...roomEvents,
  ...roundEvents,
  ...sceneEvents,
  ...snapshotEvents,
  ...testEvents,
  ...viewEvents,
  ...energyEvents,
  ...webhookEvents,
  ...zoneEvents,
  ...remotePanelEvents,
}
export type Events = typeof events
export type EventName = keyof Events
export type EventData<N extends EventName> = z.output<Events[N]>
