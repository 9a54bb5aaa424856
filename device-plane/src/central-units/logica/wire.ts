import { z } from 'zod'
import { gearByte as byte } from '../../emergency-gear.wire.ts'
import { inhibitedUntil } from '../../inhibition.ts'
import { sceneInput, sceneMinute, sceneVersion } from '../../scene-run-record.ts'

/** Wire format of logica units. docs/protocol/logica.md */

const word = z.int().min(0).max(0xffff)
const flag = z.union([z.literal(0), z.literal(1)])
const version = z.string().min(1).max(20).nullable()
export const address = z.int().min(1).max(128)
export const lampSerial = z.string().regex(/^(?:[0-9A-F]{6}|[0-9A-F]{8})$/)

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

/** `[state, found, expected]`; state 0 none, 1 searching, 2 complete. A search may find more lamps than the list can hold. */
export const network = z.tuple([z.int().min(0).max(2), z.int().min(0).max(255), z.int().min(0).max(255).nullable()])

export const shadowBody = z.strictObject({
  /** Versions of interface, firmware, cloud module and port. */
  v: z.tuple([version, version, version, version]),
  /** Order code and product code. */
  c: z.tuple([z.string().max(40).nullable(), z.string().max(40).nullable()]),
  /** Minutes ahead of UTC. */
  tz: z.int().min(-840).max(840).nullable(),
  /** Number of configured lamps. */
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

/** `[on battery, fault word, warning word, network]`; the network is null if unchanged. */
export const unitTuple = z.tuple([flag, word, word, network.nullable()])

export const stateBody = z.strictObject({
  sys: unitTuple.optional(),
  l: z.array(lampTuple).max(128).optional(),
})

/** Identity of an invalid lamp, then the rest of the item. */
export const lampIdentity = z.tuple([address, lampSerial]).rest(z.unknown())
/** Kind, failure status and details of an invalid lamp; null if unreadable. */
export const salvageableLamp = {
  kind: z.int().min(0).max(4).nullable().catch(null),
  failure: byte.catch(0),
  details: word.catch(0),
}
/** Readable part of an invalid unit. */
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
  /** 0 end of its time, 1 command, 2 restart, 3 switch. */
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
