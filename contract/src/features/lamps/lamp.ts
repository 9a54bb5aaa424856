import { z } from 'zod'
import { instant } from '../../kernel/primitives.ts'
import { condition } from '../plants/plant.ts'
import { pendingTests } from './gear-detail.ts'

/** Type of a node. Device lists: emergency, lighting, and everything else. */
export const lampTypes = ['emergency', 'lighting', 'sensor', 'io', 'other'] as const
export type LampType = (typeof lampTypes)[number]

/** Maintained, non-maintained, or switchable maintained (IEC 62386-202, EN 60598-2-22). */
export const lampFunctions = ['maintained', 'nonMaintained', 'switchable'] as const

/** Faults of a lamp, reported or found by the platform; texts are `errors.lamp.<code>` (specification, section 8). */
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

/** Derived from the length of a discharge; no unit reports it. */
export const shortDischarge = 'battery_duration_under_30s' as const satisfies LampError
const platformOnlyErrors = [shortDischarge, 'autonomy_test_failed'] as const satisfies readonly LampError[]
/** Faults in reports of units. */
export type ReportedLampError = Exclude<LampError, (typeof platformOnlyErrors)[number]>
export const reportedLampErrors = lampErrors.filter(
  (code): code is ReportedLampError => !(platformOnlyErrors as readonly LampError[]).includes(code),
)

/** Present mode of a lamp. */
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

/** Maximum characters of a lamp's notes. */
export const lampNotesLength = 500

/** Lamp or other device of a unit. Unreported values are null, never 0. */
export const lamp = z.object({
  /** Type and id of its unit, such as `logica_0A1B2C`. */
  cu: z.string(),
  /** Address in the unit, from 1. */
  id: z.int(),
  serial: z.string(),
  type: z.enum(lampTypes),
  function: z.enum(lampFunctions).nullable(),
  description: z.string(),
  location: z.string(),
  /** Notes, possibly in several lines. */
  notes: z.string(),
  /** Version of description, place and notes, which the next change names; 0 until they are first written. */
  version: z.int(),
  /** Product code as reported, or as set by a person. */
  product_code: z.string().nullable(),
  /** Set by a person; absent if reported by the lamp. */
  product_by_hand: z.literal(true).optional(),
  groups: z.array(z.int()),
  /** Line of the unit to which the lamp is wired; null until reported. */
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
  /** Time of the lamp's last report. */
  reported_at: instant.nullable(),
  /** Start of the current condition. */
  condition_since: instant.nullable(),
  /** Requested tests not yet begun by addressed gear; absent if there is none. */
  pending_tests: pendingTests.optional(),
  /**
   * Time of the last answer of addressed gear, when its state last changed; absent for other lamps, and before the
   * first.
   */
  read_at: instant.optional(),
})
export type Lamp = z.infer<typeof lamp>
