export { abandonCommands, abandonedCommands } from './abandon-commands.ts'
export { changesConfiguration } from './command-policies.ts'
export { commandSendTask, overdueWorkTask } from './command-tasks.ts'
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
export { type CommandRefusal, refuseUnwritable, refuseWhileHeld, requestCommand } from './request-command.ts'
export type { CommandListener, CommandListeners } from './send-commands.ts'
export {
  type CommandRequester,
  queueCommand,
  type SenderFeatures,
  type SenderParts,
  sendRequested,
} from './send-commands.ts'
export { claimHold, findHold, releaseHold, type UnitHold } from './unit-holds.store.ts'
export { listWorkingUnits } from './working-units.store.ts'
