import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { groupName } from './group.ts'

export const groupEvents = defineEvents({
  saveGroup: z.object({ plant_id: id, group: groupName }),
})
