import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { operation } from './operation.ts'

export const operationEvents = defineEvents({
  /** An operation began, moved on or ended. */
  operation: z.object({ plant_id: id, operation }),
})
