import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'

export const roomEvents = defineEvents({
  saveRoom: z.object({ plant_id: id, room_id: id }),
  removeRoom: z.object({ plant_id: id, room_id: id }),
  /** Other units and lamps are in rooms than before. */
  assignToRoom: z.object({ plant_id: id }),
})
