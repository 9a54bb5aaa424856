import { z } from 'zod'
import { autonomyHours } from '../configuration/autonomy.ts'
import { lampFunctions } from './lamp.ts'

/** The lamp with a UV tube: only this one takes the UV parameters. Specification section 9. */
export const uvLampProductCode = '1300005A7'

/** What the input of a lamp, sensor or module does. */
export const lampInputModes = ['off', 'presence', 'pushButton', 'switch', 'daylight'] as const

/** Parameters that a unit writes into a lamp. What a lamp does not have is absent. */
export const lampParams = z.strictObject({
  function: z.enum(lampFunctions).optional(),
  /** Rated duration in hours: how long it must last on its battery. */
  autonomy: z.literal(autonomyHours, { error: 'autonomy_hours' }).optional(),
  /** Lights from its battery until it is empty instead of ending at the rated duration. */
  infinity: z.boolean().optional(),
  parity: z.enum(['even', 'odd']).optional(),
  /** Light level in percent. */
  opticom: z.int().min(0).max(100).optional(),
  /** Length of a functional test in seconds. */
  durataTest: z.int().min(10).max(600).optional(),
  inputMode: z.enum(lampInputModes).optional(),
  uvOxyOnOff: z.boolean().optional(),
  /** Minutes after which the UV tube goes out by itself. */
  uvOxyTimer: z.int().min(1).max(600).optional(),
  /** Steps of the fan. */
  uvOxyFanSpeed: z.int().min(0).max(5).optional(),
})
export type LampParams = z.infer<typeof lampParams>
export type LampParamName = keyof LampParams
export const lampParamNames = Object.keys(lampParams.shape) as LampParamName[]

/** The values that a lamp takes of a parameter of few values, where it does not take all of them. */
export const lampAllows = z.strictObject({
  function: z.array(z.enum(lampFunctions)).min(1).max(lampFunctions.length).optional(),
  autonomy: z.array(z.literal(autonomyHours)).min(1).max(autonomyHours.length).optional(),
  inputMode: z.array(z.enum(lampInputModes)).min(1).max(lampInputModes.length).optional(),
})
export type LampAllows = z.infer<typeof lampAllows>

const short = z.string().max(60)

/** What a lamp reports beyond its state, through its unit; absent or null is unknown, never 0. docs/protocol/detail.md */
export const lampDetail = z.strictObject({
  name: z.string().max(32).nullable().default(null),
  orderCode: short.nullable().default(null),
  nodeType: short.nullable().default(null),
  inputMode: short.nullable().default(null),
  /** Watts drawn now. */
  power: z.number().min(0).max(10_000).nullable().default(null),
  /** Watt-hours since it was made; only ever grows. */
  energy: z.number().min(0).max(1e9).nullable().default(null),
  /** Hours of light since it was made. */
  onHours: z.number().min(0).max(1e6).nullable().default(null),
  spareParts: z.array(short).max(20).default([]),
  /** Line of the unit that it hangs on. */
  line: z.int().min(1).max(64).nullable().default(null),
  /** The values that it has now of the parameters that it takes; a parameter that is not here cannot be set. */
  params: lampParams.default({}),
  allows: lampAllows.optional(),
})
export type LampDetail = z.infer<typeof lampDetail>
