import { z } from 'zod'
import { id, instant, optionalText } from '../../kernel/primitives.ts'
import { unitFront } from './unit-front.ts'

/** Name of a unit type; `getUnitTypes` lists the existing ones. */
export const cuType = z.string().regex(/^[a-z]{3,20}$/, { error: 'unit_type' })

/** Serial of a unit, upper-case hex; its length depends on the type. */
export const cuId = z
  .string()
  .max(60, { error: 'too_long' })
  .transform((value) => value.trim().toUpperCase())
  .pipe(z.string().regex(/^[0-9A-F]{5,6}$/, { error: 'unit_serial' }))

/** Address of a unit in commands: type, underscore and id, such as `logica_0A1B2C`. */
export const unitTopic = z.string().regex(/^[a-z]{3,20}_[0-9A-F]{5,6}$/, { error: 'unit_topic' })

export const unitKeys = ['SEL', 'OK', 'UP', 'DOWN'] as const
export type UnitKey = (typeof unitKeys)[number]

/** Facts of a unit type for forms and pages. */
export const unitTypeFacts = z.object({
  cu_type: cuType,
  /** Display name, the same in every language. */
  name: z.string(),
  serialDigits: z.int(),
  enrolmentKeys: z.array(z.enum(unitKeys)),
  maxLamps: z.int(),
  /** Number of lamps above which the platform warns; null for a type without warning (specification, section 9). */
  lampCountWarning: z.union([z.literal(32), z.literal(128)]).nullable(),
  lampSerialDigits: z.array(z.int()),
  hasRadioNetwork: z.boolean(),
  /**
   * Whether the type ends an autonomy test at the rated duration. Then "passed" proves the duration without a measured
   * time (IEC 62034).
   */
  testsToRatedDuration: z.boolean(),
  /**
   * Steps in which lamps measure an autonomy test, rounded down; the maximum means "or more". Null for a type measuring
   * seconds.
   */
  durationSteps: z.object({ stepS: z.int(), maxS: z.int() }).nullable(),
  answerTimeoutMs: z.int(),
  retries: z.int(),
  /** Maximum characters of a name stored by the unit or a lamp. */
  nameLength: z.int(),
  /** Action for the plain commands of the type. */
  commandAction: z.enum(['cablecomCommand', 'logicaCommand', 'sicuroCommand', 'gatewayCommand']),
  /** Wire names of all supported commands. */
  commands: z.array(z.string()),
})
export type UnitTypeFacts = z.infer<typeof unitTypeFacts>

/** Whether units of a type are gateways, to which Bluetooth devices are joined. */
export const isGateway = (facts: Pick<UnitTypeFacts, 'commandAction'> | undefined): boolean =>
  facts?.commandAction === 'gatewayCommand'

export const connectionStates = ['connected', 'disconnected', 'notAcquired'] as const
export const networkStates = ['none', 'inProgress', 'completed'] as const

/** Faults and warnings of a unit about itself; texts are `errors.unit.<code>` (specification, section 8). */
export const unitErrors = [
  'battery_low_voltage',
  'battery_not_connected',
  'battery_short',
  'battery_test_failure',
  'charger',
  'fuse',
  'isolation',
  'insulation',
  'bus',
  'uart_1',
  'uart_2',
  'uart_3',
  'uart_4',
  'uart_5',
  'uart_6',
  'uart_7',
  'modem',
  'dali',
  'over_voltage',
  'under_voltage',
  'over_power',
  'under_power',
  'polarity',
  'wiring',
  'overload',
  'duplicate_lamp_ids',
  'communication_ak',
  'communication_akext',
  'communication_io',
  'communication_llsa',
  'communication_lssa',
  'communication_switch_11kw',
  'communication_substation',
] as const
export const unitWarnings = [
  'no_mains',
  'no_phase_1',
  'no_phase_2',
  'no_phase_3',
  'system_inhibited',
  'chargers_off_by_temperature',
  'maintenance_needed',
  'more_than_32_lamps',
  'more_than_128_lamps',
  'fewer_lamps_than_configured',
  'more_lamps_than_configured',
  'clock_drift',
] as const
export type UnitError = (typeof unitErrors)[number]
export type UnitWarning = (typeof unitWarnings)[number]

/**
 * Findings of the platform, not reported by the unit itself: repeated dead letters, clock drift beyond the tolerance,
 * reconnections without a new connection number, revoked credentials, inhibition beyond its end. Texts are
 * `errors.unit.<code>`.
 */
export const unitFindings = [
  'credentials_revoked',
  'protocol_fault',
  'clock_wrong',
  'connection_not_counted',
  'inhibited_too_long',
] as const
export type UnitFinding = (typeof unitFindings)[number]

/** Central unit as members of its plant see it. */
export const centralUnit = z.object({
  cu_id: z.string(),
  cu_type: cuType,
  /** Display name of the type. */
  type_name: z.string(),
  connection: z.enum(connectionStates),
  cu_connected: z.boolean(),
  /** Start of the current connection state. */
  connection_since: instant,
  last_seen: instant.nullable(),
  /** Time since which the serial reports under another life than the enrolled one; a person must explain it. */
  unknown_life_since: instant.nullable(),
  description: z.string(),
  cu_location: z.string(),
  /** Version of description and place. A change names its base version. */
  version: z.int(),
  /** Minutes of the unit's clock ahead of UTC, as reported; null while unknown. */
  cu_utc_offset: z.int().nullable(),
  /** Seconds of the unit's clock ahead of the server's; null while unknown. */
  clock_drift: z.int().nullable(),
  /**
   * False if Pro has expired and the unit has another type than the enabled one: it is read-only and accepts no new
   * work.
   */
  enabled: z.boolean(),
  working: z.boolean(),
  network: z.object({
    state: z.enum(networkStates),
    plant_code: z.int().nullable(),
    found: z.int(),
    expected: z.int().nullable(),
  }),
  lamps: z.object({
    found: z.int(),
    present: z.int(),
    configured: z.int(),
    in_error: z.int(),
    /** Number of lamps with battery operation in their last report. */
    on_battery: z.int(),
    /** Number of inhibited lamps, including those with a fault. */
    inhibited: z.int(),
    emergency: z.int(),
    lighting: z.int(),
    sensors: z.int(),
  }),
  errors: z.array(z.enum(unitErrors)),
  warnings: z.array(z.enum(unitWarnings)),
  findings: z.array(z.enum(unitFindings)),
  on_battery: z.boolean(),
  /**
   * Inhibition, under which lamps stay dark in a mains failure, until a time by the server's clock. `until` is null if
   * the unit knows no end.
   */
  inhibition: z.object({ until: instant.nullable() }).nullable(),
  /** Last reported front of the unit; null if not reported. */
  front: unitFront.nullable(),
  versions: z.object({
    interface: z.string().nullable(),
    firmware: z.string().nullable(),
    nube: z.string().nullable(),
    porting: z.string().nullable(),
  }),
  order_code: z.string().nullable(),
  product_code: z.string().nullable(),
})
export type CentralUnit = z.infer<typeof centralUnit>

/** Name stored in the unit, in characters of its display. The maximum length depends on the type. */
export const unitName = z
  .string()
  .max(32, { error: 'too_long' })
  .transform((value) => value.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, { error: 'cannot_be_empty' })
      .regex(/^[\p{L}\p{N} .,:;_+()/&'-]*$/u, { error: 'name_characters' }),
  )
export const unitDescription = optionalText(80)
export const unitLocation = optionalText(120)

/**
 * Outcomes of an enrolment. `keysNotPressed` is the time-out of the key window; `olderProtocol` is the time-out of a
 * unit with topics older than `v1`, which no broker delivers.
 */
export const enrolmentOutcomes = [
  'ok',
  'keysNotPressed',
  'olderProtocol',
  'notEnabled',
  'alreadyEnrolled',
  'error',
] as const
export type EnrolmentOutcome = (typeof enrolmentOutcomes)[number]

/** One attempt to enrol a unit. */
export const enrolment = z.object({
  id,
  cu_id: z.string(),
  cu_type: cuType,
  state: z.enum(['waiting', 'ended']),
  outcome: z.enum(enrolmentOutcomes).nullable(),
  /** Whether the unit has confirmed showing the request. */
  unitReached: z.boolean(),
  startedAt: instant,
  expiresAt: instant,
})
export type Enrolment = z.infer<typeof enrolment>
