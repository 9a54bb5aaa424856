import type { commandActions } from '@vigilux/contract/features/commands/commands.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findCommand, listCommands, toPendingCommand } from './commands.store.ts'

const hourMs = 3_600_000

export const commandHandlers: HandlersOf<typeof commandActions> = {
  getCommands: async ({ work, input }) => {
    const anHourAgo = new Date(work.now.getTime() - hourMs)
    return { commands: (await listCommands(work.tx, input.plantId, anHourAgo)).map(toPendingCommand) }
  },
  getCommand: async ({ work, input }) => {
    const row = await findCommand(work.tx, input.plantId, input.commandId)
    return row ? { command: toPendingCommand(row) } : work.fail('COMMAND_NOT_FOUND')
  },
}
