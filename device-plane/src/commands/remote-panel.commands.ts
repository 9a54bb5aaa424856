import { z } from 'zod'
import { defineCommands, ofType } from './declaration.ts'
import { empty } from './fields.ts'

/** Most seconds for which one command inhibits: a week. What is allowed is the operator's setting. */
const mostSeconds = 604_800

export const remotePanelCommands = defineCommands({
  /**
   * Emergency lamps stay dark although the mains fails, for so many seconds from now; sent again it is another end. The unit ends it by itself, and
   * forgets it when it starts again. It passes while an operation has the unit to itself.
   */
  inhibit: {
    body: z.strictObject({ forS: z.int().min(1).max(mostSeconds) }),
    obeyedBy: 'lightingUnits',
    ...ofType,
    isHarmless: true,
    runsFromRequest: true,
  },
  /** Ends it before its time; done too where nothing is inhibited. */
  endInhibition: { body: empty, obeyedBy: 'lightingUnits', ...ofType, isHarmless: true },
})
