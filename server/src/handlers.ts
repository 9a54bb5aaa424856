import { accountHandlers } from './features/accounts/accounts.handlers.ts'
import { attachmentHandlers } from './features/attachments/attachments.handlers.ts'
import { auditHandlers } from './features/audit/audit.handlers.ts'
import { bluetoothHandlers } from './features/bluetooth/bluetooth.handlers.ts'
import { centralUnitHandlers } from './features/central-units/central-units.handlers.ts'
import { commandHandlers } from './features/commands/commands.handlers.ts'
import { configurationHandlers } from './features/configuration/configuration.handlers.ts'
import { testHandlers } from './features/emergency-tests/emergency-tests.handlers.ts'
import { groupHandlers } from './features/groups/groups.handlers.ts'
import { lampHandlers } from './features/lamps/lamps.handlers.ts'
import { logbookHandlers } from './features/logbook/logbook.handlers.ts'
import { findRole, lockPlant } from './features/members/index.ts'
import { memberHandlers } from './features/members/members.handlers.ts'
import { operationHandlers } from './features/operations/operations.handlers.ts'
import { overviewHandlers } from './features/overview/overview.handlers.ts'
import { plantHandlers } from './features/plants/plants.handlers.ts'
import { reportHandlers } from './features/reports/reports.handlers.ts'
import { roomHandlers } from './features/rooms/rooms.handlers.ts'
import { snapshotHandlers } from './features/snapshots/snapshots.handlers.ts'
import type { Handlers } from './kernel/handler.ts'

/** What the server does for each action of the contract; the compiler finds a missing one. */
const handlers = {
  ...accountHandlers,
  ...attachmentHandlers,
  ...auditHandlers,
  ...centralUnitHandlers,
  ...commandHandlers,
  ...lampHandlers,
  ...logbookHandlers,
  ...memberHandlers,
  ...overviewHandlers,
  ...plantHandlers,
  ...reportHandlers,
  ...roomHandlers,
  ...bluetoothHandlers,
  ...configurationHandlers,
  ...groupHandlers,
  ...operationHandlers,
  ...snapshotHandlers,
  ...testHandlers,
} satisfies Handlers

/** What the dispatcher has of the features: what is done for each action, and who may ask for it. */
export const callFeatures = { handlers, findRole, lockPlant }
