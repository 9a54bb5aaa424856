import { startPersonEraser } from '../features/accounts/index.ts'
import { startPreviewMaker } from '../features/attachments/index.ts'
import {
  bluetoothCommandListeners,
  bluetoothLinkListeners,
  bluetoothListeners,
  startGatewayWatch,
} from '../features/bluetooth/keep-bluetooth-entries.ts'
import { centralUnitCommandListeners } from '../features/central-units/enrolment.ts'
import {
  announceUnit,
  isConnectedUnit,
  startOffsetKeeper,
  startUnitWatch,
  timedRecords,
  unitRegister,
} from '../features/central-units/index.ts'
import { centralUnitListeners } from '../features/central-units/ingest-units.ts'
import { keepLetter, lettersKept } from '../features/central-units/protocol-faults.ts'
import { clockKeeper } from '../features/central-units/unit-clock.ts'
import {
  type CommandListener,
  type CommandListeners,
  type SenderFeatures,
  startCommandSender,
} from '../features/commands/index.ts'
import { commandDeviceListeners } from '../features/commands/ingest-responses.ts'
import { testCommandListeners } from '../features/emergency-tests/follow-commands.ts'
import { startTestEnder, startTestHolder } from '../features/emergency-tests/index.ts'
import { testListeners } from '../features/emergency-tests/ingest-tests.ts'
import { startEnergyKeeper } from '../features/energy/index.ts'
import { energyListeners } from '../features/energy/ingest-telemetry.ts'
import { startFileSweeper } from '../features/files/index.ts'
import { startDrawingMaker } from '../features/floor-plans/index.ts'
import { failedTestListeners, lampListeners, numberLampsAnew } from '../features/lamps/ingest-lamps.ts'
import { lampCommandListeners } from '../features/lamps/uv-timer.ts'
import { startLogbookNews, startRecordGapKeeper, startWithKey } from '../features/logbook/index.ts'
import { logbookListeners } from '../features/logbook/keep-records.ts'
import { startEndKeeper } from '../features/members/index.ts'
import { lookOnceMore, startNoticeKeeper, startPushSender } from '../features/notices/index.ts'
import { startMailSender } from '../features/notifications/index.ts'
import { configurationTold, operationListener } from '../features/operations/index.ts'
import { startFigureKeeper } from '../features/overview/index.ts'
import { startPlanKeeper } from '../features/planner/index.ts'
import { startPlaceReader } from '../features/plants/index.ts'
import { startExpiryKeeper } from '../features/pro-codes/index.ts'
import { inhibitionCommandListeners, inhibitionListeners } from '../features/remote-panel/follow-inhibitions.ts'
import { startInhibitionWatch } from '../features/remote-panel/index.ts'
import { startReportMailer, startReportMaker, takeBackReport } from '../features/reports/index.ts'
import { roundListeners, startRoundKeeper } from '../features/rounds/index.ts'
import { runCommandListener } from '../features/scenes/follow-run-commands.ts'
import { inputRunListeners } from '../features/scenes/input-runs.ts'
import { startSceneKeeper, unitListListeners } from '../features/scenes/keep-unit-lists.ts'
import { unitRunListeners } from '../features/scenes/keep-unit-runs.ts'
import { lampTakeOverListener, snapshotListener, takeOverListener } from '../features/snapshots/index.ts'
import { startDateKeeper } from '../features/test-calendar/index.ts'
import { startWebhookSender } from '../features/webhooks/index.ts'
import type { Background, BackgroundParts, StartBackground } from '../kernel/background.ts'
import type { DeviceListeners } from '../kernel/device-listeners.ts'
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

/** What features do by themselves. */
const backgrounds: readonly StartBackground[] = [
  startMailSender((parts, { id }) => lookOnceMore(parts, id), takeBackReport),
  startReportMaker,
  startReportMailer,
  startPreviewMaker,
  startDrawingMaker,
  startFileSweeper,
  startCommandSender(senderFeatures),
  startFigureKeeper,
  startPlaceReader,
  startSceneKeeper,
  startUnitWatch,
  startOffsetKeeper,
  startGatewayWatch,
  startInhibitionWatch,
  startTestEnder,
  startTestHolder,
  startDateKeeper,
  startRoundKeeper,
  startPlanKeeper,
  startExpiryKeeper,
  startEndKeeper,
  startNoticeKeeper,
  startPushSender,
  startWebhookSender,
  startWithKey,
  startEnergyKeeper,
  startLogbookNews,
  startRecordGapKeeper,
  startPersonEraser(personErasers),
]

/** Starts what features do by themselves. */
export const startBackground = async (parts: BackgroundParts): Promise<Background> => {
  const running: Background[] = []
  for (const start of backgrounds) running.push(await start(parts))
  return { stop: async () => void (await Promise.all(running.map((one) => one.stop()))) }
}
