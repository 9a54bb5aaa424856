import { z } from 'zod'
import { inhibitedUntil } from '../../inhibition.ts'
import { sceneInput, sceneMinute, sceneVersion } from '../../scene-run-record.ts'

/** What a logica unit and the platform write on the wire. docs/protocol/logica.md */

const byte = z.int().min(0).max(0xff)
const word = z.int().min(0).max(0xffff)
const flag = z.union([z.literal(0), z.literal(1)])
const version = z.string().min(1).max(20).nullable()
export const address = z.int().min(1).max(128)
export const lampSerial = z.string().regex(/^(?:[0-9A-F]{6}|[0-9A-F]{8})$/)

/** Bits of the emergency mode byte, IEC 62386-202. Exactly one of bits 0 to 5 is set; a byte of 0 is "does not answer". */
export const emergencyModeBit = {
  rest: 0x01,
  normal: 0x02,
  emergency: 0x04,
  extendedEmergency: 0x08,
  functionTest: 0x10,
  durationTest: 0x20,
  hardwiredInhibit: 0x40,
  hardwiredSwitch: 0x80,
} as const
/** Bits of the emergency status byte, IEC 62386-202. */
export const emergencyStatusBit = {
  inhibited: 0x01,
  functionResultValid: 0x02,
  durationResultValid: 0x04,
  batteryFull: 0x08,
  functionPending: 0x10,
  durationPending: 0x20,
  identifying: 0x40,
  physicallySelected: 0x80,
} as const
/** Bits of the failure status byte, IEC 62386-202, by number. */
export const failureStatusBits = [
  'circuit',
  'batteryDuration',
  'battery',
  'lamp',
  'functionTestDelayed',
  'durationTestDelayed',
  'functionTestFailed',
  'durationTestFailed',
] as const
/** Bits of the features byte, IEC 62386-202. */
export const featureBit = {
  integral: 0x01,
  maintained: 0x02,
  switchedMaintained: 0x04,
  autoTest: 0x08,
  adjustableLevel: 0x10,
  hardwiredInhibit: 0x20,
  physicalSelection: 0x40,
  relightInRest: 0x80,
} as const
/** Bits of the unit's own fault word of a lamp, by number. */
export const faultDetailBits = [
  'batteryNotConnected',
  'batteryShort',
  'ledOpen',
  'ledShort',
  'ledPartialShort',
  'busFault',
  'communication',
  'overVoltage',
  'underVoltage',
  'overPower',
  'underPower',
  'polarity',
  'programming',
  'duplicateAddress',
  'wiring',
  'overload',
] as const
/** Bits of the unit's fault word, by number. */
export const unitFaultBits = [
  'batteryLowVoltage',
  'batteryNotConnected',
  'batteryShort',
  'batteryTestFailure',
  'charger',
  'fuse',
  'isolation',
  'bus',
  'dali',
  'overVoltage',
  'underVoltage',
  'overload',
  'wiring',
  'duplicateLampIds',
] as const
/** Bits of the unit's warning word, by number. */
export const unitWarningBits = [
  'noMains',
  'noPhase1',
  'noPhase2',
  'noPhase3',
  'inhibited',
  'chargersOff',
  'maintenance',
  'fewerLamps',
  'moreLamps',
  'moreThan128',
] as const

/** Value of a DALI byte that is not known. */
export const mask = 255
/** Highest value of the battery charge and the level. */
export const fullScale = 254

/** `[state, found, expected]`; state 0 none, 1 searching, 2 complete. A search may find more than the list has places for. */
export const network = z.tuple([z.int().min(0).max(2), z.int().min(0).max(255), z.int().min(0).max(255).nullable()])

export const shadowBody = z.strictObject({
  /** Versions of interface, firmware, cloud module and port. */
  v: z.tuple([version, version, version, version]),
  /** Order code and product code. */
  c: z.tuple([z.string().max(40).nullable(), z.string().max(40).nullable()]),
  /** Minutes ahead of UTC. */
  tz: z.int().min(-840).max(840).nullable(),
  /** Lamps configured. */
  cfg: z.int().min(0).max(128).nullable(),
  net: network,
})

/**
 * `[address, serial, kind, mode, status, failure, features, charge, rated, level, groups, parity, details, product, software]`;
 * kind 0 emergency, 1 lighting, 2 sensor, 3 input/output, 4 other; parity 0 none, 1 odd, 2 even.
 */
export const lampTuple = z.tuple([
  address,
  lampSerial,
  z.int().min(0).max(4),
  byte,
  byte,
  byte,
  byte,
  byte,
  byte,
  byte,
  word,
  z.int().min(0).max(2),
  word,
  z.string().min(1).max(40).nullable(),
  version,
])

/** `[on battery, fault word, warning word, network]`; the network is null where it is as it was. */
export const unitTuple = z.tuple([flag, word, word, network.nullable()])

export const stateBody = z.strictObject({
  sys: unitTuple.optional(),
  l: z.array(lampTuple).max(128).optional(),
})

/** What names a lamp in an odd item, then the rest of the item. */
export const lampIdentity = z.tuple([address, lampSerial]).rest(z.unknown())
/** Kind, failure status and details of an odd lamp: null where they cannot be read. */
export const salvageableLamp = {
  kind: z.int().min(0).max(4).nullable().catch(null),
  failure: byte.catch(0),
  details: word.catch(0),
}
/** The readable part of an odd unit. */
export const salvageableUnit = z.tuple([flag, word, word]).rest(z.unknown())

/** F functional, D duration (autonomy). */
export const testLetter = z.enum(['F', 'D'])
/** Reasons of a test result, by number. */
export const resultReasons = [
  'none',
  'lamp',
  'battery',
  'duration',
  'circuit',
  'communication',
  'charging',
  'inhibited',
  'otherTest',
  'userStop',
  'mains',
  'delay',
  'unreachable',
  'noResult',
] as const
export const records = {
  'test.start': z.strictObject({
    t: z.uuid(),
    k: testLetter,
    /** 0 user, 1 automatic, 2 at the unit. */
    by: z.int().min(0).max(2),
    a: z.array(address).max(128),
  }),
  /** `[test, address, serial, result, reason, seconds]`; result 0 passed, 1 failed, 2 not executed. */
  'test.result': z.tuple([
    z.uuid(),
    address,
    lampSerial,
    z.int().min(0).max(2),
    z.int().min(0).max(13),
    z.int().min(0).max(86_400).nullable(),
  ]),
  /** Outcome 0 finished, 1 stopped, 2 mains failure. */
  'test.end': z.strictObject({ t: z.uuid(), o: z.int().min(0).max(2) }),
  mains: z.strictObject({ on: flag }),
  /** `[address, serial, fault, cleared]`; fault 0 to 7 a failure bit, from 8 a detail bit. */
  'lamp.fault': z.tuple([address, lampSerial, z.int().min(0).max(23), flag]),
  /** `[fault bit, cleared]`. */
  'unit.fault': z.tuple([z.int().min(0).max(13), flag]),
  /** `[seconds since 1970, or null]`. */
  inhibit: z.tuple([inhibitedUntil]),
  /** 0 its time is over, 1 by a command, 2 started again, 3 by a switch. */
  'inhibit.end': z.strictObject({ b: z.int().min(0).max(3) }),
  /** `[input, on]`. */
  input: z.tuple([z.int().min(1).max(8), flag]),
  /** `[scene, version, minute since 1970 or null, input or null, 0 set, 1 no lamps, 2 missed]`. */
  scene: z.tuple([z.uuid(), sceneVersion, sceneMinute.nullable(), sceneInput.nullable(), z.int().min(0).max(2)]),
}

export const commands = {
  enrol: z.strictObject({ w: z.int().min(1).max(600) }),
  deEnrol: z.strictObject({}),
  createNetwork: z.strictObject({}),
  statusQuery: z.strictObject({}),
  /** `a` is `*` or 32 hex digits, lowest address in the highest bit. */
  ftest: z.strictObject({
    t: z.uuid(),
    k: testLetter,
    a: z.union([z.literal('*'), z.string().regex(/^[0-9A-F]{32}$/)]),
  }),
  stopTest: z.strictObject({ t: z.uuid() }),
  identify: z.strictObject({ a: address, s: z.int().min(1).max(600) }),
  stop_blink: z.strictObject({ a: address }),
  refresh: z.strictObject({}),
}

export type LogicaState = z.infer<typeof stateBody>
export type LogicaLamp = z.infer<typeof lampTuple>
