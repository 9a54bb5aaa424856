import type { z } from 'zod'
import { accountEvents } from './features/accounts/accounts.events.ts'
import { aggregationEvents } from './features/aggregations/aggregations.events.ts'
import { attachmentEvents } from './features/attachments/attachments.events.ts'
import { attentionEvents } from './features/attention/attention.events.ts'
import { billEvents } from './features/bill-of-materials/bill-of-materials.events.ts'
import { bluetoothEvents } from './features/bluetooth/bluetooth.events.ts'
import { centralUnitEvents } from './features/central-units/central-units.events.ts'
import { commandEvents } from './features/commands/commands.events.ts'
import { commissioningEvents } from './features/commissioning/commissioning.events.ts'
import { complianceEvents } from './features/compliance/compliance.events.ts'
import { testEvents } from './features/emergency-tests/emergency-tests.events.ts'
import { energyEvents } from './features/energy/energy.events.ts'
import { floorPlanEvents } from './features/floor-plans/floor-plans.events.ts'
import { groupEvents } from './features/groups/groups.events.ts'
import { handoverEvents } from './features/handover/handover.events.ts'
import { lampTextEvents } from './features/lamp-texts/lamp-texts.events.ts'
import { lampEvents } from './features/lamps/lamps.events.ts'
import { logbookEvents } from './features/logbook/logbook.events.ts'
import { memberEvents } from './features/members/members.events.ts'
import { monitoringZoneEvents } from './features/monitoring-zones/monitoring-zones.events.ts'
import { noticeEvents } from './features/notices/notices.events.ts'
import { operationEvents } from './features/operations/operations.events.ts'
import { overviewEvents } from './features/overview/overview.events.ts'
import { plannerEvents } from './features/planner/planner.events.ts'
import { plantArchiveEvents } from './features/plant-archive/plant-archive.events.ts'
import { plantEvents } from './features/plants/plants.events.ts'
import { proCodeEvents } from './features/pro-codes/pro-codes.events.ts'
import { remotePanelEvents } from './features/remote-panel/remote-panel.events.ts'
import { reportEvents } from './features/reports/reports.events.ts'
import { roomEvents } from './features/rooms/rooms.events.ts'
import { roundEvents } from './features/rounds/rounds.events.ts'
import { sceneEvents } from './features/scenes/scenes.events.ts'
import { snapshotEvents } from './features/snapshots/snapshots.events.ts'
import { viewEvents } from './features/views/views.events.ts'
import { webhookEvents } from './features/webhooks/webhooks.events.ts'
import { zoneEvents } from './features/zones/zones.events.ts'
/** Everything a watcher of a plant can be told. */
export const events = {
  ...accountEvents,
  ...aggregationEvents,
  ...attachmentEvents,
  ...attentionEvents,
  ...billEvents,
  ...bluetoothEvents,
  ...centralUnitEvents,
  ...operationEvents,
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
