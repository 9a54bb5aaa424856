import { attachmentPatches } from './features/attachments/attachments.realtime.ts'
import { centralUnitPatches } from './features/central-units/central-units.realtime.ts'
import { commandPatches } from './features/commands/commands.realtime.ts'
import { testPatches } from './features/emergency-tests/emergency-tests.realtime.ts'
import { groupPatches } from './features/groups/groups.realtime.ts'
import { lampPatches } from './features/lamps/lamps.realtime.ts'
import { memberPatches } from './features/members/members.realtime.ts'
import { operationPatches } from './features/operations/operations.realtime.ts'
import { plantPatches } from './features/plants/plants.realtime.ts'
import { snapshotPatches } from './features/snapshots/snapshots.realtime.ts'
import { combinePatches, type RealtimePatches } from './shared/realtime/event-buffer.ts'

/** Event to cache patch, one table per feature; several may listen to one event. */
export const realtimePatches: RealtimePatches = combinePatches(
  plantPatches,
  memberPatches,
  commandPatches,
  attachmentPatches,
  centralUnitPatches,
  lampPatches,
  testPatches,
  operationPatches,
  groupPatches,
  snapshotPatches,
)
