import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const attachmentEvents = defineEvents({
  /** A file was attached or removed, or its preview is ready. */
  attachments: z.object({ plant_id: id, fileId: id }),
})
