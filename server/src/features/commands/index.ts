export type { CommandListeners } from './command-listeners.ts'
export { type CommandRow, listCommands, toPendingCommand } from './commands.store.ts'
export { requestCommand } from './request-command.ts'
export { workingUnits } from './working-units.store.ts'
