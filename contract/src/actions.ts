import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { accessTokenActions } from './features/access-tokens/access-tokens.actions.ts'
import { accountActions } from './features/accounts/accounts.actions.ts'
import { aggregationActions } from './features/aggregations/aggregations.actions.ts'
import { attachmentActions } from './features/attachments/attachments.actions.ts'
import { attentionActions } from './features/attention/attention.actions.ts'
import { auditActions } from './features/audit/audit.actions.ts'
import { batteryActions } from './features/batteries/batteries.actions.ts'
import { billActions } from './features/bill-of-materials/bill-of-materials.actions.ts'
import { bluetoothActions } from './features/bluetooth/bluetooth.actions.ts'
import { catalogueActions } from './features/catalogue/catalogue.actions.ts'
import { busLineActions } from './features/central-units/bus-lines.actions.ts'
import { centralUnitActions } from './features/central-units/central-units.actions.ts'
import { commandActions } from './features/commands/commands.actions.ts'
import { commissioningActions } from './features/commissioning/commissioning.actions.ts'
import { complianceActions } from './features/compliance/compliance.actions.ts'
import { configurationActions } from './features/configuration/configuration.actions.ts'
import { testActions } from './features/emergency-tests/emergency-tests.actions.ts'
import { energyActions } from './features/energy/energy.actions.ts'
import { floorPlanActions } from './features/floor-plans/floor-plans.actions.ts'
import { groupActions } from './features/groups/groups.actions.ts'
import { handoverActions } from './features/handover/handover.actions.ts'
import { lampTextActions } from './features/lamp-labels/lamp-labels.actions.ts'
import { lampActions } from './features/lamps/lamps.actions.ts'
import { lightLevelActions } from './features/light-levels/light-levels.actions.ts'
import { logbookActions } from './features/logbook/logbook.actions.ts'
import { roundActions } from './features/maintenance-rounds/maintenance-rounds.actions.ts'
import { memberRuleActions } from './features/members/member-rules.actions.ts'
import { memberActions } from './features/members/members.actions.ts'
import { peopleActions } from './features/members/people.actions.ts'
import { monitoringZoneActions } from './features/monitoring-zones/monitoring-zones.actions.ts'
import { noticeActions } from './features/notices/notices.actions.ts'
import { officeActions } from './features/office/office.actions.ts'
import { operationActions } from './features/operations/operations.actions.ts'
import { outwardConnectionActions } from './features/outward-connections/outward-connections.actions.ts'
import { overviewActions } from './features/overview/overview.actions.ts'
import { pictureActions } from './features/pictures/pictures.actions.ts'
import { plannerActions } from './features/planner/planner.actions.ts'
import { plantArchiveActions } from './features/plant-archive/plant-archive.actions.ts'
import { plantActions } from './features/plants/plants.actions.ts'
import { plantsMapActions } from './features/plants-map/plants-map.actions.ts'
import { proCodeActions } from './features/pro-codes/pro-codes.actions.ts'
import { remotePanelActions } from './features/remote-panel/remote-panel.actions.ts'
import { reportActions } from './features/reports/reports.actions.ts'
import { roomActions } from './features/rooms/rooms.actions.ts'
import { sceneActions } from './features/scenes/scenes.actions.ts'
import { snapshotActions } from './features/snapshots/snapshots.actions.ts'
import { testCalendarActions } from './features/test-calendar/test-calendar.actions.ts'
import { viewActions } from './features/views/views.actions.ts'
import { webhookActions } from './features/webhooks/webhooks.actions.ts'
import { weekActions } from './features/week/week.actions.ts'
import { zoneActions } from './features/zones/zones.actions.ts'
import type { ActionDeclaration } from './kernel/action.ts'
import type { Fresh } from './kernel/fresh-output.ts'
/** Every action of the product, by name. */
export const actions = {
  ...accessTokenActions,
  ...accountActions,
  ...aggregationActions,
  ...attachmentActions,
  ...attentionActions,
  ...auditActions,
  ...batteryActions,
  ...billActions,
  ...catalogueActions,
  ...centralUnitActions,
  ...busLineActions,
  ...bluetoothActions,
  ...snapshotActions,
  ...officeActions,
  ...operationActions,
  ...outwardConnectionActions,
  ...commissioningActions,
  ...complianceActions,
  ...configurationActions,
  ...floorPlanActions,
  ...groupActions,
  ...commandActions,
  ...lampActions,
  ...lampTextActions,
  ...handoverActions,
  ...logbookActions,
  ...memberActions,
  ...memberRuleActions,
  ...peopleActions,
  ...monitoringZoneActions,
  ...noticeActions,
  ...overviewActions,
  ...pictureActions,
  ...plannerActions,
  ...plantArchiveActions,
  ...plantActions,
  ...plantsMapActions,
  ...proCodeActions,
  ...reportActions,
  ...roomActions,
  ...roundActions,
  ...sceneActions,
  ...testActions,
  ...testCalendarActions,
  ...viewActions,
  ...energyActions,
  ...lightLevelActions,
  ...webhookActions,
  ...weekActions,
  ...zoneActions,
  ...remotePanelActions,
} satisfies Record<string, { errors: readonly ErrorCode[] }>
export type Actions = typeof actions
export type ActionName = keyof Actions
/** All declarations by name. Typed loosely to spare the compiler a comparison of all actions at each use. */
export const declarations: Readonly<Record<ActionName, ActionDeclaration>> = actions
/** Input as a caller sends it; fields with a default are optional. */
export type ActionInput<N extends ActionName> = z.input<Actions[N]['input']>
/** Input as a handler receives it, with defaults filled in. */
export type ParsedInput<N extends ActionName> = z.output<Actions[N]['input']>
/** Error codes of the handler itself; `refusalsOf` adds those of the dispatcher and the transports. */
export type RefusalOf<N extends ActionName> = Actions[N]['errors'][number]
export type ActionOutput<N extends ActionName> = z.output<Actions[N]['output']>
/** Output of a write with its secrets; a repetition has null instead. */
export type FreshOutput<N extends ActionName> = Actions[N] extends {
  secretOutput: readonly (infer Path extends string)[]
}
  ? Fresh<ActionOutput<N>, Path>
  : ActionOutput<N>
