import { z } from 'zod'
import { id, instant, optionalText } from '../../kernel/primitives.ts'
import { unitFront } from './unit-front.ts'

/** Name of a unit type; which ones exist is data (`getUnitTypes`). */
export const cuType = z.string().regex(/^[a-z]{3,20}$/, { error: 'unit_type' })

/** Serial of a unit, upper-case hex; how many digits is a fact of its type. */
export const cuId = z
  .string()
  .max(60, { error: 'too_long' })
  .transform((value) => value.trim().toUpperCase())
  .pipe(z.string().regex(/^[0-9A-F]{5,6}$/, { error: 'unit_serial' }))

/** What addresses a unit in commands: its type, an underscore and its id, as in `logica_0A1B2C`. */
export const unitTopic = z.string().regex(/^[a-z]{3,20}_[0-9A-F]{5,6}$/, { error: 'unit_topic' })

export const unitKeys = ['SEL', 'OK', 'UP', 'DOWN'] as const
export type UnitKey = (typeof unitKeys)[number]

/** The facts of a unit type that forms and pages need. */
export const unitTypeFacts = z.object({
  cu_type: cuType,
  serialDigits: z.int(),
  enrolmentKeys: z.array(z.enum(unitKeys)),
  maxLamps: z.int(),
  /** Above so many lamps the platform warns; null for a type that is not warned of. Specification section 9. */
  lampCountWarning: z.union([z.literal(32), z.literal(128)]).nullable(),
  lampSerialDigits: z.array(z.int()),
  hasRadioNetwork: z.boolean(),
  /** Ends an autonomy test at the rated duration, so that "passed" proves that duration without a measured time (IEC 62034). */
  testsToRatedDuration: z.boolean(),
  answerTimeoutMs: z.int(),
  retries: z.int(),
  /** Most characters of a name that the unit or a lamp keeps. */
  nameLength: z.int(),
  /** The action that carries the type's plain commands. */
  commandAction: z.enum(['cablecomCommand', 'logicaCommand', 'sicuroCommand', 'gatewayCommand']),
  /** Every command that the type obeys, by its wire name. */
  commands: z.array(z.string()),
})
export type UnitTypeFacts = z.infer<typeof unitTypeFacts>

/** Whether units of a type are gateways: those to which Bluetooth devices are joined. */
export const isGateway = (facts: Pick<UnitTypeFacts, 'commandAction'> | undefined): boolean =>
  facts?.commandAction === 'gatewayCommand'

export const connectionStates = ['connected', 'disconnected', 'notAcquired'] as const
export const networkStates = ['none', 'inProgress', 'completed'] as const

/** Faults and warnings that a unit reports of itself; texts are `errors.unit.<code>`. Specification section 8. */
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
 * What the platform finds of a unit that the unit does not report: it sends again and again what cannot be read or
 * stored, its clock is off by more than is tolerated, it reconnects without counting its connections, the operator has revoked what it logs in with, or it is inhibited beyond its own end. Texts are `errors.unit.<code>`.
 */
export const unitFindings = [
  'credentials_revoked',
  'protocol_fault',
  'clock_wrong',
  'connection_not_counted',
  'inhibited_too_long',
] as const
export type UnitFinding = (typeof unitFindings)[number]

/** A central unit as its plant's members see it. */
export const centralUnit = z.object({
  cu_id: z.string(),
  cu_type: cuType,
  connection: z.enum(connectionStates),
  cu_connected: z.boolean(),
  /** Since when the connection is as it is. */
  connection_since: instant,
  last_seen: instant.nullable(),
  /** Since when the serial reports as new, under another life than the one enrolled: a person is to say what happened. */
  stranger_since: instant.nullable(),
  description: z.string(),
  cu_location: z.string(),
  /** Of the description and the place: what is saved names the one that was opened. */
  version: z.int(),
  /** Minutes that the unit's clock is ahead of UTC, as it reports; null while unknown. */
  cu_utc_offset: z.int().nullable(),
  /** Seconds that the unit's clock is ahead of the server's; null while unknown. */
  clock_drift: z.int().nullable(),
  /** False where Pro has expired and the unit is not of the type that stays enabled: it is read, and takes no new work. */
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
    /** Lamps that are inhibited themselves, also beside a fault. */
    inhibited: z.int(),
    emergency: z.int(),
    lighting: z.int(),
    sensors: z.int(),
  }),
  errors: z.array(z.enum(unitErrors)),
  warnings: z.array(z.enum(unitWarnings)),
  findings: z.array(z.enum(unitFindings)),
  on_battery: z.boolean(),
  /** Its lamps stay dark although the mains fails, until a moment by the server's clock; null there where the unit knows no end. */
  inhibition: z.object({ until: instant.nullable() }).nullable(),
  /** What its front shows, as it last said; null where it does not say. */
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

/** A name that the unit itself keeps: what its display can show. How long it may be is a fact of the type. */
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
 * Ends of an enrolment. `keysNotPressed` is the time-out of the key window, and `olderProtocol` that of a unit that tries to speak by
 * topics of before `v1`, which no broker delivers.
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

/** One try to enrol a unit. */
export const enrolment = z.object({
  id,
  cu_id: z.string(),
  cu_type: cuType,
  state: z.enum(['waiting', 'ended']),
  outcome: z.enum(enrolmentOutcomes).nullable(),
  /** Whether the unit has answered that it shows the request. */
  unitReached: z.boolean(),
  startedAt: instant,
  expiresAt: instant,
})
export type Enrolment = z.infer<typeof enrolment>
