import { unitKeys } from '@vigilux/contract/features/central-units/central-unit.ts'
import { advancedFlags, contact } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { z } from 'zod'
import { brief, configuring, defineCommands, ofType } from './declaration.ts'
import { empty, name } from './fields.ts'

export const centralUnitCommands = defineCommands({
  /** Restarts the unit; nothing that it remembers is lost. */
  resetCu: { body: empty, obeyedBy: 'everyUnit', ...ofType },
  keypressSimulation: {
    body: z.strictObject({ keys: z.array(z.enum(unitKeys)).min(1).max(4) }),
    obeyedBy: 'everyUnit',
    ...ofType,
  },
  setCuName: { body: z.strictObject({ cuName: name }), obeyedBy: 'everyUnit', ...configuring },
  /** The platform's time, and the minutes that the plant is ahead of UTC. Obeyed whatever `exp` says. */
  setClock: {
    body: z.strictObject({ at: z.iso.datetime(), utcOffsetMin: z.int().min(-840).max(840) }),
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
