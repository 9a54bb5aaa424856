import { erasePersons } from '../features/accounts/index.ts'
import { makePreviews } from '../features/attachments/index.ts'
import {
  bluetoothCommandListeners,
  bluetoothLinkListeners,
  bluetoothListeners,
  gatewayWatch,
} from '../features/bluetooth/keep-bluetooth-entries.ts'
import { centralUnitCommandListeners } from '../features/central-units/enrolment.ts'
import {
  announceUnit,
  askReportsWhenAsked,
  isConnectedUnit,
  offsetKeeper,
  timedRecords,
  unitRegister,
  unitWatch,
} from '../features/central-units/index.ts'
import { centralUnitListeners } from '../features/central-units/ingest-units.ts'
import { keepLetter, lettersKept } from '../features/central-units/protocol-faults.ts'
import { clockKeeper } from '../features/central-units/unit-clock.ts'
import {
  type CommandListener,
  type CommandListeners,
  commandSender,
  type SenderFeatures,
  workEnder,
} from '../features/commands/index.ts'
import { commandDeviceListeners } from '../features/commands/ingest-responses.ts'
import { testCommandListeners } from '../features/emergency-tests/follow-commands.ts'
import { heldTestStarter, leftTestEnder, lostTestEnder } from '../features/emergency-tests/index.ts'
import { testListeners } from '../features/emergency-tests/ingest-tests.ts'
import { energyKeeper } from '../features/energy/index.ts'
import { energyListeners } from '../features/energy/ingest-telemetry.ts'
import { sweepFilesAtNight } from '../features/files/index.ts'
import { makeDrawings } from '../features/floor-plans/index.ts'
import { failedTestListeners, lampListeners, numberLampsAnew } from '../features/lamps/ingest-lamps.ts'
import { lampCommandListeners } from '../features/lamps/uv-timer.ts'
import { growthOfLogbooks, keyAtStart, recordGapKeeper } from '../features/logbook/index.ts'
import { logbookListeners } from '../features/logbook/keep-records.ts'
import { membershipEnder } from '../features/members/index.ts'
import { lookOnceMore, noticeKeeper, sendPushes } from '../features/notices/index.ts'
import { sendMails } from '../features/notifications/index.ts'
import { configurationTold, operationListener } from '../features/operations/index.ts'
import { figureKeeper } from '../features/overview/index.ts'
import { planKeeper } from '../features/planner/index.ts'
import { readPlacesAhead } from '../features/plants/index.ts'
import { expiryKeeper } from '../features/pro-codes/index.ts'
import { inhibitionCommandListeners, inhibitionListeners } from '../features/remote-panel/follow-inhibitions.ts'
import { inhibitionWatch } from '../features/remote-panel/index.ts'
import { makeReports, reportMailer, takeBackReport } from '../features/reports/index.ts'
import { roundKeeper, roundListeners } from '../features/rounds/index.ts'
import { runCommandListener } from '../features/scenes/follow-run-commands.ts'
import { inputRunListeners } from '../features/scenes/input-runs.ts'
import { sceneKeeper, unitListListeners } from '../features/scenes/keep-unit-lists.ts'
import { unitRunListeners } from '../features/scenes/keep-unit-runs.ts'
import { lampTakeOverListener, snapshotListener, takeOverListener } from '../features/snapshots/index.ts'
import { dateKeeper } from '../features/test-calendar/index.ts'
import { webhookSender } from '../features/webhooks/index.ts'
import type { AtStart, BackgroundParts } from '../kernel/background.ts'
import type { DeviceListeners } from '../kernel/device-listeners.ts'
import type { DomainEvents } from '../kernel/domain-events.ts'
import { type RunningTask, runTask } from '../kernel/run-task.ts'
import type { TaskOf } from '../kernel/task.ts'
import { personErasers } from './persons.ts'

/** Several features that listen to the same command, in this order. */
const inTurn =
  (...listeners: (CommandListener | undefined)[]): CommandListener =>
  async (row, context) => {
    for (const listener of listeners) await listener?.(row, context)
  }

/** What features do when one of their commands moves on. */
const commandListeners: CommandListeners = {
  ...centralUnitCommandListeners,
  ...testCommandListeners,
  ...bluetoothCommandListeners,
  ...lampCommandListeners,
  ...inhibitionCommandListeners,
  setLevels: runCommandListener,
  substituteLogicaFM: lampTakeOverListener,
  enrol: inTurn(centralUnitCommandListeners.enrol, numberLampsAnew, testCommandListeners.enrol, takeOverListener),
  everyCommand: inTurn(snapshotListener, operationListener, configurationTold),
}

/** What features do with messages of units, in this order within one transaction. */
const listeners: readonly DeviceListeners[] = [
  logbookListeners(timedRecords),
  clockKeeper,
  bluetoothListeners,
  centralUnitListeners,
  unitListListeners,
  unitRunListeners,
  inhibitionListeners,
  inputRunListeners,
  bluetoothLinkListeners,
  lampListeners,
  testListeners,
  failedTestListeners,
  roundListeners,
  energyListeners,
  commandDeviceListeners(commandListeners),
]

/** What becomes of messages of units: of those that are stored, and of those that cannot be. */
export const deviceFeatures = { listeners, register: unitRegister, keepLetter, lettersKept }

/** What other features add to the sending of commands. */
export const senderFeatures: SenderFeatures = {
  listeners: commandListeners,
  isConnected: isConnectedUnit,
  workEnded: announceUnit,
}

/** What features do by themselves, on every node. */
const tasks: readonly TaskOf[] = [
  commandSender(senderFeatures),
  workEnder(senderFeatures),
  figureKeeper,
  sceneKeeper,
  unitWatch,
  offsetKeeper,
  gatewayWatch,
  inhibitionWatch,
  leftTestEnder,
  lostTestEnder,
  heldTestStarter,
  dateKeeper,
  roundKeeper,
  planKeeper,
  expiryKeeper,
  membershipEnder,
  noticeKeeper,
  webhookSender,
  energyKeeper,
  growthOfLogbooks,
  recordGapKeeper,
  reportMailer,
]

/** Workers of job queues, and what is done once at the start. */
const atStart: readonly AtStart[] = [
  sendMails((parts, { id }) => lookOnceMore(parts, id), takeBackReport),
  sendPushes,
  makeReports,
  makePreviews,
  makeDrawings,
  sweepFilesAtNight,
  askReportsWhenAsked,
  erasePersons(personErasers),
  keyAtStart,
  readPlacesAhead,
]

/** Starts what features do by themselves. */
export const startBackground = async (
  parts: BackgroundParts,
  events: Pick<DomainEvents, 'subscribe'>,
): Promise<RunningTask> => {
  for (const start of atStart) await start(parts)
  const running = tasks.map((taskOf) => runTask(taskOf(parts), parts.log, events))
  return { stop: async () => void (await Promise.all(running.map((task) => task.stop()))) }
}
