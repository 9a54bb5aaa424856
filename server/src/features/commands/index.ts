export { abandonCommands, abandonedCommands } from './abandon-commands.ts'
export { changesConfiguration } from './command-policies.ts'
export { commandNames } from './commands.schema.ts'
export {
  type CommandRow,
  commandGauges,
  deleteEndedCommands,
  findLastCommand,
  haltCommands,
  listCommands,
  listRequestedSince,
  requesterOf,
  toPendingCommand,
  wasUnanswered,
} from './commands.store.ts'
export { measureListener } from './measure-commands.ts'
export type { CommandListener, CommandListeners, CommandRefusal } from './send-commands.ts'
export {
  type CommandRequester,
  commandSendTask,
  overdueWorkTask,
  queueCommand,
  refuseUnwritable,
  refuseWhileHeld,
  requestCommand,
  type SenderFeatures,
  type SenderParts,
  sendRequested,
} from './send-commands.ts'
export { claimHold, findHold, releaseHold } from './unit-holds.store.ts'
export { listWorkingUnits } from './working-units.store.ts'
