import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { aggregation } from './aggregation.ts'

export const aggregationEvents = defineEvents({
  saveCollection: z.object({ plant_id: id, collection: aggregation }),
  removeCollection: z.object({ plant_id: id, collection_id: id }),
})
