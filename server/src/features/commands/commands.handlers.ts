import type { commandActions } from '@vigilux/contract/features/commands/commands.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findCommand, listCommands, toPendingCommand } from './commands.store.ts'

const hourMs = 3_600_000

export const commandHandlers: HandlersOf<typeof commandActions> = {
  getCommands: async ({ input, tx, ports }) => {
    const anHourAgo = new Date(ports.clock.now().getTime() - hourMs)
    return { commands: (await listCommands(tx, input.plantId, anHourAgo)).map(toPendingCommand) }
  },
  getCommand: async ({ input, tx, fail }) => {
    const row = await findCommand(tx, input.plantId, input.commandId)
    return row ? { command: toPendingCommand(row) } : fail('COMMAND_NOT_FOUND')
  },
}
