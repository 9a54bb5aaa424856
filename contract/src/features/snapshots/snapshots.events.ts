import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { snapshot } from './snapshot.ts'

export const snapshotEvents = defineEvents({
  /** A snapshot was taken. */
  snapshot: z.object({ plant_id: id, snapshot }),
})
