import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { pendingCommand } from './command.ts'

export const commandEvents = defineEvents({
  /** A command began, moved on or ended. */
  response: z.object({ plant_id: id, command: pendingCommand, working: z.boolean() }),
})
