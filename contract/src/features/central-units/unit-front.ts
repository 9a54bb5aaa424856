import { z } from 'zod'

/** State of a light on the front of a unit. */
export const ledStates = ['off', 'on', 'blink'] as const
export type LedState = (typeof ledStates)[number]

/** Front of a unit: three lights and the text of its display. docs/protocol/inhibition.md */
export const unitFront = z.strictObject({
  ready: z.enum(ledStates),
  emergency: z.enum(ledStates),
  failure: z.enum(ledStates),
  display: z.array(z.string().max(32)).max(4),
})
export type UnitFront = z.infer<typeof unitFront>
