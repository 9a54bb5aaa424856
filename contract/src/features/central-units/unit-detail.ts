import { z } from 'zod'
import { instant, reportedInstant } from '../../kernel/primitives.ts'
import { busGateway, lineBus, lineScan } from './bus-line.ts'
import { maxBusLines } from './gear-address.rules.ts'
import { testPeriod } from './test-schedule.ts'
import { unitFront } from './unit-front.ts'

/**
 * Detail of a unit beyond connection and lamps, in one shape for all types. Missing or unreported parts are absent or
 * null, never 0. docs/protocol/detail.md
 */

/** Health of a part of a unit. `absent`: configured, but not answering. */
export const partStates = ['ok', 'error', 'warning', 'absent', 'off'] as const
const partState = z.enum(partStates)
const shortText = z.string().max(60)
/** Volts, amperes, watts, degrees Celsius or percent, within the range of electronics. */
const optionalReading = z.number().min(-100_000).max(100_000).nullable()

/** Modules of a sicuro system (specification, section 2, detail views). */
export const moduleKinds = ['AK', 'AKext', 'IO', 'LLSA', 'LSSA', 'switch11kW', 'substation'] as const

/** State of the modem for mobile networks. */
export const gsmStates = ['off', 'searching', 'registered', 'roaming', 'denied', 'noSim', 'error'] as const

/** Switches in a unit's service menu, which the platform can set. */
export const advancedFlagNames = ['automaticTests', 'keypadLock', 'buzzer', 'extendedEmergency', 'remoteRest'] as const
export type AdvancedFlagName = (typeof advancedFlagNames)[number]
export const advancedFlags = z.partialRecord(z.enum(advancedFlagNames), z.boolean())

/** Signal driving a potential-free contact. */
export const contactSignals = ['off', 'emergency', 'failure', 'test', 'inhibited', 'noMains'] as const
/** Combination of several signals: any or all. */
export const contactConjunctions = ['or', 'and'] as const
/** Potential-free contact, with its switching delay in seconds. */
export const contact = z.strictObject({
  number: z.int().min(1).max(8),
  signal: z.enum(contactSignals),
  conjunction: z.enum(contactConjunctions),
  activationDelayS: z.int().min(0).max(3600),
})
export type Contact = z.infer<typeof contact>

/** Kinds of Bluetooth devices of a gateway. */
export const bluetoothKinds = ['lamp', 'sensor', 'relay', 'unknown'] as const
export const macAddress = z
  .string()
  .max(60, { error: 'too_long' })
  .transform((value) =>
    value
      .trim()
      .toUpperCase()
      .replaceAll(/[:\- ]/g, ''),
  )
  .pipe(z.string().regex(/^[0-9A-F]{12}$/, { error: 'mac_address' }))
export const bluetoothDevice = z.strictObject({
  mac: z.string().regex(/^[0-9A-F]{12}$/),
  serial: shortText.nullable(),
  kind: z.enum(bluetoothKinds),
  inSight: z.boolean(),
  /** Null until validation was tried. */
  validated: z.boolean().nullable(),
  /** Reason of a failed validation. */
  reason: shortText.nullable(),
  /** dBm. */
  signal: z.int().min(-130).max(20).nullable(),
  lastSeen: reportedInstant,
})
export type BluetoothDevice = z.infer<typeof bluetoothDevice>

const schedule = z.strictObject({
  /** Start of the next automatic test. */
  next: reportedInstant,
  period: testPeriod.nullable(),
  /** Whether the next test was postponed by 7 days. */
  deferred: z.boolean(),
})

const line = z.strictObject({
  number: z.int().min(1).max(64),
  state: partState,
  lamps: z.int().min(0).max(992),
  voltage: optionalReading,
  current: optionalReading,
  /** Kiloohms to earth. */
  insulation: optionalReading,
  /** Only of lines with addressed gear. */
  bus: lineBus.optional(),
})
/** Five chargers (specification, section 9). */
export const chargerCount = 5
const charger = z.strictObject({
  number: z.int().min(1).max(chargerCount),
  state: partState,
  voltage: optionalReading,
  current: optionalReading,
  temperature: optionalReading,
})
const module = z.strictObject({
  kind: z.enum(moduleKinds),
  number: z.int().min(1).max(64),
  id: shortText,
  state: partState,
  firmware: shortText.nullable(),
  /** State of each input or output of the module, by number. */
  channels: z.array(z.strictObject({ number: z.int().min(1).max(64), on: z.boolean() })).max(64),
  power: optionalReading,
  temperature: optionalReading,
})
const battery = z.strictObject({
  voltage: optionalReading,
  current: optionalReading,
  temperature: optionalReading,
  /** Percent of full charge. */
  charge: z.number().min(0).max(100).nullable(),
  /** Minutes of autonomy at the present load. */
  autonomyMin: z.int().min(0).max(6000).nullable(),
})

/** Scene list reported by a unit as running. */
const unitSceneList = z.strictObject({ version: z.int().min(1).max(0x7fff_ffff), until: reportedInstant.pipe(instant) })
export type UnitSceneList = z.infer<typeof unitSceneList>

export const unitDetail = z.strictObject({
  name: z.string().max(32).nullable().default(null),
  batteryCode: shortText.nullable().default(null),
  dimension: shortText.nullable().default(null),
  mainId: shortText.nullable().default(null),
  substationIds: z.array(shortText).max(32).default([]),
  /** Rated autonomy in hours. */
  ratedHours: z.number().min(0).max(24).nullable().default(null),
  functional: schedule.nullable().default(null),
  autonomy: schedule.nullable().default(null),
  /** Null without a modem. */
  gsm: z
    .strictObject({
      state: z.enum(gsmStates),
      operator: shortText.nullable(),
      signal: z.int().min(-130).max(0).nullable(),
    })
    .nullable()
    .default(null),
  flags: advancedFlags.default({}),
  inputs: z
    .array(z.strictObject({ number: z.int().min(1).max(32), on: z.boolean() }))
    .max(32)
    .default([]),
  /** Null without a relay. */
  relay: z.strictObject({ on: z.boolean() }).nullable().default(null),
  contacts: z.array(contact).max(8).default([]),
  /** Serials of unconfigured nodes answering on the network. */
  orphanNodes: z.array(shortText).max(992).default([]),
  bluetooth: z.array(bluetoothDevice).max(256).default([]),
  lines: z.array(line).max(64).default([]),
  /** Gateway to the lines; null without one. */
  busGateway: busGateway.nullable().default(null),
  /** Last scan of each line with addressed gear. */
  lineScans: z.array(lineScan).max(maxBusLines).default([]),
  chargers: z.array(charger).max(chargerCount).default([]),
  modules: z.array(module).max(128).default([]),
  battery: battery.nullable().default(null),
  /** Whether lamps are lit by an unconditional emergency on a person's request. */
  emergencyForced: z.boolean().default(false),
  /** Current configuration mode; 0 for none. */
  configurationMode: z.int().min(0).max(5).default(0),
  /** Scene list running in the unit; null without scenes. */
  scenes: unitSceneList.nullable().default(null),
  /**
   * Inhibition, under which lamps stay dark in a mains failure, until a time by the unit's clock. `until` is null if
   * only a switch ends it.
   */
  inhibition: z.strictObject({ until: reportedInstant }).nullable().default(null),
  /** Front of the unit; null if not reported. */
  front: unitFront.nullable().default(null),
})
export type UnitDetail = z.infer<typeof unitDetail>
/** An empty unit detail. @internal */
export const emptyDetail: UnitDetail = unitDetail.parse({})
