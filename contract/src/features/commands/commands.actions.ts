import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, plantId } from '../../kernel/primitives.ts'
import { commandReceipt, pendingCommand } from './command.ts'

/** Commands to units, with their state. */
export const commandActions = defineActions({
  /** Lists the pending commands of a plant and those ended in the last hour, newest first. */
  getCommands: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ commands: z.array(pendingCommand) }),
    errors: [],
    effect: 'read',
  },
  /** Returns the current state of one command. */
  getCommand: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, commandId: id }),
    output: commandReceipt,
    errors: ['COMMAND_NOT_FOUND'],
    effect: 'read',
  },
})

export const commandErrorCodes = defineErrors({
  COMMAND_NOT_FOUND: 404,
  COMMAND_UNKNOWN: 400,
  UNIT_BUSY: 409,
})

export const commandEvents = defineEvents({
  /** A command started, progressed or ended. */
  response: z.object({ plant_id: id, command: pendingCommand, working: z.boolean() }),
})
