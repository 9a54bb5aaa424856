import { tokenEndNoticeTask } from '../features/access-tokens/index.ts'
import { erasePersons } from '../features/accounts/index.ts'
import { previewWorker } from '../features/attachments/index.ts'
import {
  bluetoothCommandListeners,
  bluetoothLinkListeners,
  bluetoothListeners,
  gatewayWatcher,
  recordAbandonedCommands,
} from '../features/bluetooth/record-bluetooth-entries.ts'
import { centralUnitCommandListeners } from '../features/central-units/enrolment.ts'
import {
  broadcastUnit,
  isConnectedUnit,
  judgeRecordTimes,
  offsetSyncTask,
  reportRequestWorker,
  unitRegister,
  unitWatcher,
} from '../features/central-units/index.ts'
import { centralUnitListeners } from '../features/central-units/ingest-units.ts'
import { markProtocolFaults, saveDeadLetter } from '../features/central-units/protocol-faults.ts'
import { clockSyncListeners } from '../features/central-units/unit-clock.ts'
import {
  type CommandListener,
  type CommandListeners,
  commandSendTask,
  measureListener,
  overdueWorkTask,
  type SenderFeatures,
  type SenderParts,
  sendRequested,
} from '../features/commands/index.ts'
import { commandDeviceListeners } from '../features/commands/send-commands.ts'
import { testCommandListeners } from '../features/emergency-tests/follow-commands.ts'
import { heldTestTask, lostTestTask, orphanedTestTask } from '../features/emergency-tests/index.ts'
import { testListeners } from '../features/emergency-tests/ingest-tests.ts'
import { telemetryTask } from '../features/energy/index.ts'
import { energyListeners } from '../features/energy/ingest-telemetry.ts'
import { sweepFilesAtNight } from '../features/files/index.ts'
import { drawingWorker } from '../features/floor-plans/index.ts'
import { failedTestListeners, lampListeners, renumberLamps } from '../features/lamps/ingest-lamps.ts'
import { lampCommandListeners } from '../features/lamps/uv-timer.ts'
import { ensureKeyAtStart, logbookGrowthTask, recordGapTask, sealDrafts } from '../features/logbook/index.ts'
import { logbookListeners } from '../features/logbook/save-records.ts'
import { mailWorker } from '../features/mails/index.ts'
import { roundListeners, roundTask, settleItemsOfRemovedUnits } from '../features/maintenance-rounds/index.ts'
import { membershipExpiryTask, membershipReminderTask } from '../features/members/index.ts'
import { noticeTask, pushWorker, timeCauseTask, withdrawBeforeSending } from '../features/notices/index.ts'
import { errorWeekTask } from '../features/office/index.ts'
import { logConfigurationListener, operationListener } from '../features/operations/index.ts'
import { plantStatsTask } from '../features/overview/index.ts'
import { yearPlanTask } from '../features/planner/index.ts'
import { plantExportWorker } from '../features/plant-archive/index.ts'
import { preloadPlacesAtStart } from '../features/plants/index.ts'
import { proExpiryTask } from '../features/pro-codes/index.ts'
import { inhibitionWatcher } from '../features/remote-panel/index.ts'
import { inhibitionCommandListeners, inhibitionListeners } from '../features/remote-panel/remote-panel.handlers.ts'
import { reportMailTask, reportWorker, withdrawReport } from '../features/reports/index.ts'
import { runCommandListener } from '../features/scenes/follow-run-commands.ts'
import { inputRunListeners } from '../features/scenes/input-runs.ts'
import { unitRunListeners } from '../features/scenes/record-unit-runs.ts'
import { sceneTask, unitListListeners } from '../features/scenes/sync-unit-lists.ts'
import { lampSubstitutionListener, snapshotListener, substitutionListener } from '../features/snapshots/index.ts'
import { dateSyncTask } from '../features/test-calendar/index.ts'
import { webhookSender } from '../features/webhooks/index.ts'
import { weekMailTask } from '../features/week/index.ts'
import type { BackgroundParts, StartupHook } from '../kernel/background.ts'
import type { DeviceListeners } from '../kernel/device-listeners.ts'
import type { DomainEvents } from '../kernel/domain-events.ts'
import { dueRowsTask } from '../kernel/due-rows-task.ts'
import { type RunningTask, runTask } from '../kernel/run-task.ts'
import type { TaskFactory } from '../kernel/task.ts'
import type { Finisher } from '../kernel/work.ts'
import { personErasers } from './persons.ts'

/**
 * Finishers of the collections, in this order. The logbook is sealed last, to lock its heads as briefly as possible.
 */
export const beforeCommit = (parts: Pick<SenderParts, 'publish' | 'log'>): readonly Finisher[] => [
  sendRequested({ ...senderFeatures, ...parts }),
  recordAbandonedCommands,
  settleItemsOfRemovedUnits,
  sealDrafts,
]

/** Runs the listeners of several features for the same command, in this order. */
const oneAfterAnother =
  (...listeners: (CommandListener | undefined)[]): CommandListener =>
  async (row, context) => {
    for (const listener of listeners) await listener?.(row, context)
  }

/** Listeners of features for the progress of their commands. */
const commandListeners: CommandListeners = {
  ...centralUnitCommandListeners,
  ...testCommandListeners,
  ...bluetoothCommandListeners,
  ...lampCommandListeners,
  ...inhibitionCommandListeners,
  setLevels: runCommandListener,
  substituteLogicaFM: lampSubstitutionListener,
  enrol: oneAfterAnother(
    centralUnitCommandListeners.enrol,
    renumberLamps,
    testCommandListeners.enrol,
    substitutionListener,
  ),
  everyCommand: oneAfterAnother(snapshotListener, operationListener, logConfigurationListener, measureListener),
}

/** Listeners of features for messages of units, in this order within one transaction. */
const listeners: readonly DeviceListeners[] = [
  logbookListeners(judgeRecordTimes),
  clockSyncListeners,
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

/** Handlers for unit messages: stored ones and dead letters. */
export const deviceFeatures = { listeners, register: unitRegister, saveDeadLetter, markProtocolFaults }

/** Additions of other features to the sending of commands. */
export const senderFeatures: SenderFeatures = {
  listeners: commandListeners,
  isConnected: isConnectedUnit,
  workEnded: broadcastUnit,
}

/** Background tasks of features, run on every node. */
const tasks: readonly TaskFactory[] = [
  commandSendTask(senderFeatures),
  overdueWorkTask(senderFeatures),
  plantStatsTask,
  sceneTask,
  unitWatcher,
  offsetSyncTask,
  gatewayWatcher,
  inhibitionWatcher,
  orphanedTestTask,
  lostTestTask,
  heldTestTask,
  dateSyncTask,
  roundTask,
  yearPlanTask,
  proExpiryTask,
  membershipExpiryTask,
  membershipReminderTask,
  tokenEndNoticeTask,
  timeCauseTask,
  noticeTask,
  webhookSender,
  telemetryTask,
  logbookGrowthTask,
  recordGapTask,
  reportMailTask,
  weekMailTask,
  errorWeekTask,
]

/** Workers of job queues, and startup hooks. */
const atStart: readonly StartupHook[] = [
  mailWorker((parts, { id }) => withdrawBeforeSending(parts, id), withdrawReport),
  pushWorker,
  reportWorker,
  plantExportWorker,
  previewWorker,
  drawingWorker,
  sweepFilesAtNight,
  reportRequestWorker,
  erasePersons(personErasers),
  ensureKeyAtStart,
  preloadPlacesAtStart,
]

/** Starts the background work of features. */
export const startBackground = async (
  parts: BackgroundParts,
  events: Pick<DomainEvents, 'subscribe'>,
): Promise<RunningTask> => {
  for (const start of atStart) await start(parts)
  const started = tasks.map((createTask) => {
    const task = createTask(parts)
    return { due: task.due, running: runTask(task, parts.log, events) }
  })
  const finder = runTask(dueRowsTask(parts, started), parts.log)
  return {
    async stop(): Promise<void> {
      await finder.stop()
      await Promise.all(started.map(({ running }) => running.stop()))
    },
  }
}
