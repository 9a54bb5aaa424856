import { z } from 'zod'
import { instant, reportedInstant } from '../../kernel/primitives.ts'
import { testPeriod } from './test-schedule.ts'
import { unitFront } from './unit-front.ts'

/**
 * What a unit may report of itself beyond its connection and its lamps, the same shape for every type. A part that the
 * unit does not have, or does not report, is absent or null: nothing is ever shown as 0 that was not reported.
 * docs/protocol/detail.md
 */

/** Health of a part of a unit. `absent`: configured, but it does not answer. */
export const partStates = ['ok', 'error', 'warning', 'absent', 'off'] as const
const partState = z.enum(partStates)
const shortText = z.string().max(60)
/** Volts, amperes, watts, degrees Celsius, percent: within what electronics can measure. */
const reading = z.number().min(-100_000).max(100_000).nullable()

/** Modules that hang on a sicuro system. Specification section 2, detail views. */
export const moduleKinds = ['AK', 'AKext', 'IO', 'LLSA', 'LSSA', 'switch11kW', 'substation'] as const

/** State of the mobile-network modem. */
export const gsmStates = ['off', 'searching', 'registered', 'roaming', 'denied', 'noSim', 'error'] as const

/** Switches in a unit's service menu that the platform may set. */
export const advancedFlagNames = ['automaticTests', 'keypadLock', 'buzzer', 'extendedEmergency', 'remoteRest'] as const
export type AdvancedFlagName = (typeof advancedFlagNames)[number]
export const advancedFlags = z.partialRecord(z.enum(advancedFlagNames), z.boolean())

/** What a free-potential contact follows. */
export const contactSignals = ['off', 'emergency', 'failure', 'test', 'inhibited', 'noMains'] as const
/** How several causes combine: any of them, or all. */
export const contactConjunctions = ['or', 'and'] as const
/** A free-potential contact, with the delay in seconds before it switches. */
export const contact = z.strictObject({
  number: z.int().min(1).max(8),
  signal: z.enum(contactSignals),
  conjunction: z.enum(contactConjunctions),
  activationDelayS: z.int().min(0).max(3600),
})
export type Contact = z.infer<typeof contact>

/** A Bluetooth device behind a gateway. */
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
  /** Null until it was tried. */
  validated: z.boolean().nullable(),
  /** Why it was not validated. */
  reason: shortText.nullable(),
  /** dBm. */
  signal: z.int().min(-130).max(20).nullable(),
  lastSeen: reportedInstant,
})
export type BluetoothDevice = z.infer<typeof bluetoothDevice>

const schedule = z.strictObject({
  /** When the unit next starts the test by itself. */
  next: reportedInstant,
  period: testPeriod.nullable(),
  /** The next one was put off by 7 days. */
  deferred: z.boolean(),
})

const line = z.strictObject({
  number: z.int().min(1).max(64),
  state: partState,
  lamps: z.int().min(0).max(992),
  voltage: reading,
  current: reading,
  /** Kiloohms against earth. */
  insulation: reading,
})
/** Specification section 9: five chargers. */
export const chargerCount = 5
const charger = z.strictObject({
  number: z.int().min(1).max(chargerCount),
  state: partState,
  voltage: reading,
  current: reading,
  temperature: reading,
})
const module = z.strictObject({
  kind: z.enum(moduleKinds),
  number: z.int().min(1).max(64),
  id: shortText,
  state: partState,
  firmware: shortText.nullable(),
  /** Inputs or outputs of the module, by number, and whether each is on. */
  channels: z.array(z.strictObject({ number: z.int().min(1).max(64), on: z.boolean() })).max(64),
  power: reading,
  temperature: reading,
})
const battery = z.strictObject({
  voltage: reading,
  current: reading,
  temperature: reading,
  /** Percent of full charge. */
  charge: z.number().min(0).max(100).nullable(),
  /** Minutes that the battery would carry the load of now. */
  autonomyMin: z.int().min(0).max(6000).nullable(),
})

/** The list of scenes that a unit says it runs by itself. */
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
  /** Null for a unit without a modem. */
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
  /** Null for a unit without a relay. */
  relay: z.strictObject({ on: z.boolean() }).nullable().default(null),
  contacts: z.array(contact).max(8).default([]),
  /** Serials of nodes that answer on the network but are not configured. */
  orphanNodes: z.array(shortText).max(992).default([]),
  bluetooth: z.array(bluetoothDevice).max(256).default([]),
  lines: z.array(line).max(64).default([]),
  chargers: z.array(charger).max(chargerCount).default([]),
  modules: z.array(module).max(128).default([]),
  battery: battery.nullable().default(null),
  /** Lamps light because of an unconditional emergency that a person asked for. */
  emergencyForced: z.boolean().default(false),
  /** The mode of configuration that the unit is in; 0 none. */
  configurationMode: z.int().min(0).max(5).default(0),
  /** The scenes that it runs by itself; null where it holds none. */
  scenes: unitSceneList.nullable().default(null),
  /** Its lamps stay dark although the mains fails, until a moment of its own clock; null there: until a switch ends it. */
  inhibition: z.strictObject({ until: reportedInstant }).nullable().default(null),
  /** What its front shows; null where it does not say. */
  front: unitFront.nullable().default(null),
})
export type UnitDetail = z.infer<typeof unitDetail>
/** An empty unit detail. @internal */
export const emptyDetail: UnitDetail = unitDetail.parse({})
