import { unitKeys } from '@vigilux/contract/features/central-units/central-unit.ts'
import { advancedFlags, contact } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { z } from 'zod'
import { brief, configuring, defineCommands, ofType } from './declaration.ts'
import { empty, name } from './fields.ts'

const utcOffsetMin = z.int().min(-840).max(840)
/** How many coming clock changes of the plant's zone a unit is sent: two a year for ten years. */
export const clockChangesAhead = 20

export const centralUnitCommands = defineCommands({
  /** Restarts the unit; nothing that it remembers is lost. */
  resetCu: { body: empty, obeyedBy: 'everyUnit', ...ofType },
  keypressSimulation: {
    body: z.strictObject({ keys: z.array(z.enum(unitKeys)).min(1).max(4) }),
    obeyedBy: 'everyUnit',
    ...ofType,
  },
  setCuName: { body: z.strictObject({ cuName: name }), obeyedBy: 'everyUnit', ...configuring },
  /**
   * The platform's time, the minutes that the plant is ahead of UTC, and its next clock changes in order of time, each with the minutes
   * from then on; a zone without changes has none. Obeyed whatever `exp` says.
   */
  setClock: {
    body: z.strictObject({
      at: z.iso.datetime(),
      utcOffsetMin,
      changes: z
        .array(z.strictObject({ at: z.iso.datetime(), utcOffsetMin }))
        .max(clockChangesAhead)
        .optional(),
    }),
    obeyedBy: 'everyUnit',
    ...brief,
    isHarmless: true,
  },
  setAdvanced: { body: z.strictObject({ flags: advancedFlags }), obeyedBy: 'everyUnit', ...configuring },
  /** All emergency lamps light from their batteries until `emergencyOff`, or until they are empty. */
  emergencyOn: { body: empty, obeyedBy: 'lampUnits', ...ofType },
  emergencyOff: { body: empty, obeyedBy: 'lampUnits', ...ofType },
  setContacts: { body: z.strictObject({ contacts: z.array(contact).max(8) }), obeyedBy: 'lampUnits', ...configuring },
  setRelay: { body: z.strictObject({ on: z.boolean() }), obeyedBy: 'lampUnits', ...ofType },
})
