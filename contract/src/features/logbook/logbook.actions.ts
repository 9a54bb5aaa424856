import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { plantId } from '../../kernel/primitives.ts'
import { cuId, cuType } from '../central-units/central-unit.ts'
import { unitEntry } from './unit-entry.ts'

/** Entries in one answer, the newest. */
export const mostUnitEntries = 200

export const logbookActions = defineActions({
  /** What the platform wrote in the plant's logbook about a serial, newest first: of every box that ever stood there. */
  getUnitEntries: {
    permission: 'plant.view',
    input: z.strictObject({ plantId, cuId, cuType }),
    output: z.object({ entries: z.array(unitEntry).max(mostUnitEntries) }),
    errors: [],
    effect: 'read',
  },
})
