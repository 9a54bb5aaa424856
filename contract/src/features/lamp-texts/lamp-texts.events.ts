import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { lamp } from '../lamps/lamp.ts'

export const lampTextEvents = defineEvents({
  /** Texts of lamps were written or taken back; null in place of the lamps where they are too many to be told one by one. */
  saveLampTexts: z.object({ plant_id: id, revision_id: id, lamps: z.array(lamp).nullable() }),
})
