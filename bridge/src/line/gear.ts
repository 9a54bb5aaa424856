import type { GearDetail } from '@vigilux/contract/features/lamps/gear-detail.ts'

/** Gear of a line as the bridge knows it. Bytes are those of IEC 62386; 255 is an unknown level or charge. */

/** Numbers given to the gear by its maker. */
export type GearIdentity = {
  gtin: string | null
  /** Identification number in hex. Without it the gear cannot be recognised after a swap. */
  identification: string | null
  firmware: string | null
  /** Edition of part 202, for emergency gear. */
  edition: 1 | 2 | null
  types: readonly number[]
  randomAddress: number | null
}

/** Intervals at which gear tests itself; 0 is never. */
export type OwnTests = { functionalDays: number; autonomyWeeks: number; timeoutDays: number | null }

/** Diagnostics and maintenance data of part 253. */
export type Maintenance = NonNullable<GearDetail['maintenance']>

export type GearReadings = {
  /** EMERGENCY MODE; 0 if unknown. */
  mode: number
  emergencyStatus: number
  failure: number
  features: number
  charge: number
  rated: number
  /** QUERY STATUS. */
  status: number
  level: number
  groups: number
  ownTests: OwnTests | null
  /** Null while unknown. */
  operationHours: number | null
  energyWh: number | null
  powerW: number | null
  /** Null while unknown, and for gear without part 253. */
  maintenance: Maintenance | null
}

export const unreadGear: GearReadings = {
  mode: 0,
  emergencyStatus: 0,
  failure: 0,
  features: 0,
  charge: 255,
  rated: 0,
  status: 0,
  level: 255,
  groups: 0,
  ownTests: null,
  operationHours: null,
  energyWh: null,
  powerW: null,
  maintenance: null,
}

/** `answers`, or why its readings are unknown. */
export type Presence = 'unread' | 'answers' | 'silent' | 'implausible' | 'duplicate'

export class Gear {
  readonly short: number
  identity: GearIdentity
  readings: GearReadings
  presence: Presence = 'unread'
  /** Time of the last answer by the clock of the bus. */
  readAt: number | null = null
  /** Silent visits in a row. */
  silentVisits = 0

  constructor(short: number, identity: GearIdentity, readings: GearReadings = unreadGear) {
    this.short = short
    this.identity = identity
    this.readings = readings
  }

  get isEmergency(): boolean {
    return this.identity.types.includes(1)
  }
}

/** Exactly one of the bits 0 to 5 of EMERGENCY MODE is set. */
export const isPlausibleMode = (mode: number): boolean => {
  const bits = mode & 0x3f
  return bits !== 0 && (bits & (bits - 1)) === 0
}

export const modeBit = { rest: 1, normal: 2, emergency: 4, extended: 8, functionTest: 16, durationTest: 32 } as const
export const statusBit = {
  inhibited: 0x01,
  functionDone: 0x02,
  durationDone: 0x04,
  batteryFull: 0x08,
  functionPending: 0x10,
  durationPending: 0x20,
} as const
export const failureBit = { functionDelayed: 0x10, durationDelayed: 0x20 } as const
/** Bits of QUERY STATUS. */
export const gearStatusBit = { gearFailure: 0x01, lampFailure: 0x02, powerCycle: 0x80 } as const

/** Gear with something to watch: it is visited more often. */
export const isRestless = ({ presence, readings }: Gear): boolean =>
  presence !== 'answers' ||
  (readings.mode !== 0 && (readings.mode & modeBit.normal) === 0) ||
  readings.failure !== 0 ||
  (readings.emergencyStatus & (statusBit.functionPending | statusBit.durationPending | statusBit.inhibited)) !== 0 ||
  (readings.status & (gearStatusBit.gearFailure | gearStatusBit.lampFailure)) !== 0
