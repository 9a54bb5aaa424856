import { centralUnitCommandListeners } from './features/central-units/enrolment.ts'
import { timedRecords, unitRegister } from './features/central-units/index.ts'
import { centralUnitListeners } from './features/central-units/ingest-units.ts'
import { keepLetter } from './features/central-units/protocol-faults.ts'
import { clockKeeper } from './features/central-units/unit-clock.ts'
import type { CommandListener, CommandListeners } from './features/commands/index.ts'
import { commandDeviceListeners } from './features/commands/ingest-responses.ts'
import { testCommandListeners } from './features/emergency-tests/follow-commands.ts'
import { testListeners } from './features/emergency-tests/ingest-tests.ts'
import { lampListeners, numberLampsAnew } from './features/lamps/ingest-lamps.ts'
import { logbookListeners } from './features/logbook/keep-records.ts'
import { operationListener } from './features/operations/index.ts'
import { snapshotListener, takeOverListener } from './features/snapshots/index.ts'
import type { DeviceListeners } from './kernel/device-listeners.ts'

/** Several features that listen to the same command, in this order. */
const inTurn =
  (...listeners: (CommandListener | undefined)[]): CommandListener =>
  async (row, context) => {
    for (const listener of listeners) await listener?.(row, context)
  }

/** What features do when one of their commands moves on. */
export const commandListeners: CommandListeners = {
  ...centralUnitCommandListeners,
  ...testCommandListeners,
  enrol: inTurn(centralUnitCommandListeners.enrol, numberLampsAnew, testCommandListeners.enrol, takeOverListener),
  everyCommand: inTurn(snapshotListener, operationListener),
}

/** What features do with messages of units, in this order within one transaction. */
const listeners: readonly DeviceListeners[] = [
  logbookListeners(timedRecords),
  clockKeeper,
  centralUnitListeners,
  lampListeners,
  testListeners,
  commandDeviceListeners(commandListeners),
]

/** What becomes of messages of units: of those that are stored, and of those that cannot be. */
export const deviceFeatures = { listeners, register: unitRegister, keepLetter }
