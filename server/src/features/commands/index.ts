export { abandonCommands, abandonedCommands } from './abandon-commands.ts'
export { changesConfiguration } from './command-policies.ts'
export { commandNames } from './commands.schema.ts'
export {
  askedBy,
  askedSince,
  type CommandRow,
  deleteEndedCommands,
  haltCommands,
  lastCommand,
  listCommands,
  toPendingCommand,
  wentUnanswered,
} from './commands.store.ts'
export type { CommandListener, CommandListeners } from './move-commands.ts'
export { type Commander, refuseUnwritable, refuseWhileHeld, requestCommand } from './request-command.ts'
export {
  commandSender,
  /** @internal */ endOverdue,
  type SenderFeatures,
  type SenderParts,
  sendAsked,
  /** @internal */ sendDueCommands,
  workEnder,
} from './send-commands.ts'
export { findHold, releaseHold, takeHold } from './unit-holds.store.ts'
export { workingUnits } from './working-units.store.ts'
