import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { report } from './report.ts'

export const reportEvents = defineEvents({
  /** A report moved on; told to the watchers of its plant. */
  createReport: z.object({ plant_id: id, report }),
})
