import { z } from 'zod'
import { autonomyHours } from '../configuration/autonomy.ts'
import { gearDetail } from './gear-detail.ts'
import { lampFunctions } from './lamp.ts'

/** Product code of the lamp with a UV tube, the only one with UV parameters (specification, section 9). */
export const uvLampProductCode = '1300005A7'

/** Function of the input of a lamp, sensor or module. */
export const lampInputModes = ['off', 'presence', 'pushButton', 'switch', 'daylight'] as const

/** Parameters written by a unit to a lamp. Parameters missing in the lamp are absent. */
export const lampParams = z.strictObject({
  function: z.enum(lampFunctions).optional(),
  /** Rated duration in hours. */
  autonomy: z.literal(autonomyHours, { error: 'autonomy_hours' }).optional(),
  /** Whether the lamp runs until its battery is empty instead of stopping at the rated duration. */
  infinity: z.boolean().optional(),
  parity: z.enum(['even', 'odd']).optional(),
  /** Light level in percent. */
  opticom: z.int().min(0).max(100).optional(),
  /** Length of a functional test in seconds. */
  durataTest: z.int().min(10).max(600).optional(),
  inputMode: z.enum(lampInputModes).optional(),
  uvOxyOnOff: z.boolean().optional(),
  /** Minutes until the UV tube switches off. */
  uvOxyTimer: z.int().min(1).max(600).optional(),
  /** Fan speed step. */
  uvOxyFanSpeed: z.int().min(0).max(5).optional(),
})
export type LampParams = z.infer<typeof lampParams>
export type LampParamName = keyof LampParams
export const lampParamNames = Object.keys(lampParams.shape) as LampParamName[]

/** Allowed values of a parameter, if the lamp does not support all of them. */
export const lampAllows = z.strictObject({
  function: z.array(z.enum(lampFunctions)).min(1).max(lampFunctions.length).optional(),
  autonomy: z.array(z.literal(autonomyHours)).min(1).max(autonomyHours.length).optional(),
  inputMode: z.array(z.enum(lampInputModes)).min(1).max(lampInputModes.length).optional(),
})
export type LampAllows = z.infer<typeof lampAllows>

const short = z.string().max(60)

/** Detail of a lamp from its unit; absent or null means unknown, never 0. docs/protocol/detail.md */
export const lampDetail = z.strictObject({
  name: z.string().max(32).nullable().default(null),
  orderCode: short.nullable().default(null),
  nodeType: short.nullable().default(null),
  inputMode: short.nullable().default(null),
  /** Present power in watts. */
  power: z.number().min(0).max(10_000).nullable().default(null),
  /** Watt-hours since manufacture; never decreases. */
  energy: z.number().min(0).max(1e9).nullable().default(null),
  /** Hours of light since manufacture. */
  onHours: z.number().min(0).max(1e6).nullable().default(null),
  spareParts: z.array(short).max(20).default([]),
  /** Line of the unit to which the lamp is wired. */
  line: z.int().min(1).max(64).nullable().default(null),
  /** Current values of the supported parameters; absent parameters cannot be set. */
  params: lampParams.default({}),
  allows: lampAllows.optional(),
  /** Only of lamps on a line with addressed gear. */
  gear: gearDetail.optional(),
})
export type LampDetail = z.infer<typeof lampDetail>
