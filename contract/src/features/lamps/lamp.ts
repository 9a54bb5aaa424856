import { z } from 'zod'
import { instant } from '../../kernel/primitives.ts'
import { condition } from '../plants/plant.ts'

/** What a node is. Device lists: emergency, lighting, and everything else. */
export const lampTypes = ['emergency', 'lighting', 'sensor', 'io', 'other'] as const
export type LampType = (typeof lampTypes)[number]

/** IEC 62386-202 / EN 60598-2-22: maintained, non-maintained, or maintained that can be switched. */
export const lampFunctions = ['maintained', 'nonMaintained', 'switchable'] as const

/** Faults of a lamp: those that its unit reports, and those that the platform finds. Texts are `errors.lamp.<code>`. Specification section 8. */
export const lampErrors = [
  'functional_test_failed',
  'autonomy_test_failed',
  'battery_low_voltage',
  'battery_not_connected',
  'battery_short',
  'battery_test_failure',
  'battery_duration',
  'battery_duration_under_30s',
  'charger',
  'led_open',
  'led_short',
  'led_partial_short',
  'lamp_failure',
  'dali',
  'communication',
  'over_voltage',
  'under_voltage',
  'over_power',
  'under_power',
  'uv_tube',
  'polarity',
  'programming',
  'duplicate_id',
  'wiring',
  'overload',
] as const
export type LampError = (typeof lampErrors)[number]

/** Found from how long a discharge lasted; no unit reports it. */
export const shortDischarge = 'battery_duration_under_30s' as const satisfies LampError
const platformOnlyErrors = [shortDischarge, 'autonomy_test_failed'] as const satisfies readonly LampError[]
/** Faults that a unit can report. */
export type ReportedLampError = Exclude<LampError, (typeof platformOnlyErrors)[number]>
export const reportedLampErrors = lampErrors.filter(
  (code): code is ReportedLampError => !(platformOnlyErrors as readonly LampError[]).includes(code),
)

/** What a lamp is doing. */
export const lampModes = [
  'normal',
  'emergency',
  'inhibited',
  'rest',
  'functionalTest',
  'autonomyTest',
  'unreachable',
] as const
export type LampMode = (typeof lampModes)[number]

/** Characters of what people may write of a lamp beside its description and its place. */
export const lampNotesLength = 500

/** A lamp or other device of a unit. A value that the lamp does not report is null, never 0. */
export const lamp = z.object({
  /** Type and id of its unit, as in `logica_0A1B2C`. */
  cu: z.string(),
  /** Position in the unit, from 1. */
  id: z.int(),
  serial: z.string(),
  type: z.enum(lampTypes),
  function: z.enum(lampFunctions).nullable(),
  description: z.string(),
  location: z.string(),
  /** What people want to remember of it, in lines. */
  notes: z.string(),
  /** Of the description, the place and the notes: what is saved names the one that was opened; 0 while nobody has written any. */
  version: z.int(),
  /** What it is: as it reports, or as a person has said. */
  product_code: z.string().nullable(),
  /** A person has said it; absent where it is what the lamp reports. */
  product_by_hand: z.literal(true).optional(),
  groups: z.array(z.int()),
  /** Line of the unit that it hangs on; null until it is told. */
  line: z.int().nullable(),
  parity: z.enum(['even', 'odd']).nullable(),
  mode: z.enum(lampModes).nullable(),
  errors: z.array(z.enum(lampErrors)),
  condition,
  /** Percent of full charge. */
  battery: z.number().nullable(),
  /** Percent of full light. */
  dimming: z.number().nullable(),
  /** Rated duration in minutes. */
  autonomy: z.int().nullable(),
  software_version: z.string().nullable(),
  /** When the lamp was last reported. */
  reported_at: instant.nullable(),
  /** Since when it is in its condition. */
  condition_since: instant.nullable(),
})
export type Lamp = z.infer<typeof lamp>
