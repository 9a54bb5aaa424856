import { centralUnitCommandListeners } from './features/central-units/enrolment.ts'
import { centralUnitListeners } from './features/central-units/hear-units.ts'
import { commandDeviceListeners } from './features/commands/hear-responses.ts'
import type { CommandListeners } from './features/commands/index.ts'
import { lampListeners } from './features/lamps/hear-lamps.ts'
import { logbookListeners } from './features/logbook/logbook.store.ts'
import { testCommandListeners, testListeners } from './features/tests/hear-tests.ts'
import type { DeviceListeners } from './kernel/device-inbox.ts'

/** What features do when one of their commands moves on. */
export const commandListeners: CommandListeners = { ...centralUnitCommandListeners, ...testCommandListeners }

/** What features do with messages of units, in this order within one transaction. */
export const deviceListeners: readonly DeviceListeners[] = [
  logbookListeners,
  centralUnitListeners,
  lampListeners,
  testListeners,
  commandDeviceListeners(commandListeners),
]
