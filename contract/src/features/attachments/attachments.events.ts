import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const attachmentEvents = defineEvents({
  /** A file was attached to the plant or to a lamp of it, or removed, or its preview is ready. */
  attachments: z.object({ plant_id: id, fileId: id }),
})
