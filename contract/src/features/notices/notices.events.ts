import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const noticeEvents = defineEvents({
  /** Who is told what about the plant has become otherwise. */
  noticeSettings: z.object({ plant_id: id }),
  /** Notices are shown in other browsers of the person than before. */
  pushDevices: z.object({}),
  /** Notices about the plant are others than before: somebody was told, or what became of one is known. */
  notices: z.object({ plant_id: id }),
})
