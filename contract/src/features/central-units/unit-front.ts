import { z } from 'zod'

/** How a light on the front of a unit is. */
export const ledStates = ['off', 'on', 'blink'] as const
export type LedState = (typeof ledStates)[number]

/** The front of a unit, as it shows it: three lights, and what its display says. docs/protocol/inhibition.md */
export const unitFront = z.strictObject({
  ready: z.enum(ledStates),
  emergency: z.enum(ledStates),
  failure: z.enum(ledStates),
  display: z.array(z.string().max(32)).max(4),
})
export type UnitFront = z.infer<typeof unitFront>
