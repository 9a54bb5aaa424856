import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { plantId } from '../../kernel/primitives.ts'
import { unitTopic } from '../central-units/central-unit.ts'
import { unitEntry } from './unit-entry.ts'

/** Entries in one answer, the newest. */
export const mostUnitEntries = 200

export const logbookActions = defineActions({
  /** What the platform wrote in the plant's logbook about a unit, newest first: of every box that ever stood there. A Basic plant gets the last 30 days. */
  getUnitEntries: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, topic: unitTopic }),
    output: z.object({
      entries: z.array(unitEntry).max(mostUnitEntries),
      /** Older entries that are kept and not shown, because the plant is Basic. */
      hidden: z.int(),
    }),
    errors: [],
    effect: 'read',
  },
})
