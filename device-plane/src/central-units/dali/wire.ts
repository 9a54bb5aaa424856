import { gearsPerLine, maxBusLines } from '@vigilux/contract/features/central-units/gear-address.rules.ts'
import { z } from 'zod'
import { gearByte } from '../../emergency-gear.wire.ts'
import { inhibitedUntil } from '../../inhibition.ts'
import { sceneInput, sceneMinute, sceneVersion } from '../../scene-run-record.ts'

/** Wire format of dali units. docs/protocol/dali.md */

const maxLamps = maxBusLines * gearsPerLine
const word = z.int().min(0).max(0xffff)
const flag = z.union([z.literal(0), z.literal(1)])
const version = z.string().min(1).max(20).nullable()
/** 64 addresses a line: line 2, short address 19 is 84. */
export const address = z.int().min(1).max(maxLamps)
export const lampSerial = z.string().regex(/^[0-9A-F]{8}$/)

/** Bits of the bridge's own fault word of a lamp, by number. */
export const faultDetailBits = [
  'gear',
  'communication',
  'duplicateAddress',
  'programming',
  'lamp',
  'ledOpen',
  'ledShort',
  'overVoltage',
  'underVoltage',
  'overload',
] as const
/** Bits of the bridge's fault word, by number. */
export const unitFaultBits = ['bus', 'dali', 'duplicateLampIds'] as const
/** Bits of the bridge's warning word, by number. */
export const unitWarningBits = ['inhibited', 'maintenance', 'fewerLamps', 'moreLamps'] as const

/** `[state, found, expected]`; state 0 none, 1 searching, 2 complete. */
export const network = z.tuple([z.int().min(0).max(2), z.int().min(0).max(999), z.int().min(0).max(999).nullable()])

export const shadowBody = z.strictObject({
  /** Versions of the bridge, of the gateway's firmware, and of the gateway's interface. */
  v: z.tuple([version, version, version]),
  /** Order code and product code. */
  c: z.tuple([z.string().max(40).nullable(), z.string().max(40).nullable()]),
  /** Minutes ahead of UTC. */
  tz: z.int().min(-840).max(840).nullable(),
  /** Number of configured lamps. */
  cfg: z.int().min(0).max(maxLamps).nullable(),
  net: network,
})

/**
 * `[address, serial, kind, mode, status, failure, features, charge, rated, level, groups, parity, faults, product, software]`;
 * kind 0 emergency, 1 lighting, 2 sensor, 3 input/output, 4 other; parity 0 none, 1 odd, 2 even.
 */
export const lampTuple = z.tuple([
  address,
  lampSerial,
  z.int().min(0).max(4),
  gearByte,
  gearByte,
  gearByte,
  gearByte,
  gearByte,
  gearByte,
  gearByte,
  word,
  z.int().min(0).max(2),
  word,
  z.string().min(1).max(40).nullable(),
  version,
])

/** `[mains failed at gear, fault word, warning word, network]`; the network is null if unchanged. */
export const unitTuple = z.tuple([flag, word, word, network.nullable()])

export const stateBody = z.strictObject({
  sys: unitTuple.optional(),
  l: z.array(lampTuple).max(maxLamps).optional(),
})

/** Identity of an invalid lamp, then the rest of the item. */
export const lampIdentity = z.tuple([address, lampSerial]).rest(z.unknown())
/** Kind, failure status and faults of an invalid lamp; null if unreadable. */
export const salvageableLamp = {
  kind: z.int().min(0).max(4).nullable().catch(null),
  failure: gearByte.catch(0),
  faults: word.catch(0),
}
/** Readable part of an invalid unit. */
export const salvageableUnit = z.tuple([flag, word, word]).rest(z.unknown())

/** F functional, D duration (autonomy). */
export const testLetter = z.enum(['F', 'D'])
/** Why the bridge has no result of a lamp, by number; with 0 the bytes of the gear say the result. */
export const missingResultCauses = [
  'none',
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
/** Bytes EMERGENCY STATUS, FAILURE STATUS and DURATION TEST RESULT after a test; the last is null if it was not read. */
const resultBytes = z.tuple([gearByte, gearByte, gearByte.nullable()])

export const records = {
  'test.start': z.strictObject({
    t: z.uuid(),
    k: testLetter,
    /** 0 user, 1 automatic, 2 at the gear. */
    by: z.int().min(0).max(2),
    a: z.array(address).max(maxLamps),
  }),
  /** `[test, kind, address, serial, cause, bytes]`; bytes are null with a cause, and only then. */
  'test.result': z
    .tuple([
      z.uuid(),
      testLetter,
      address,
      lampSerial,
      z
        .int()
        .min(0)
        .max(missingResultCauses.length - 1),
      resultBytes.nullable(),
    ])
    .refine(([, , , , cause, bytes]) => (cause === 0) === (bytes !== null), 'bytes or a cause'),
  /** Outcome 0 finished, 1 stopped, 2 mains failure. */
  'test.end': z.strictObject({ t: z.uuid(), o: z.int().min(0).max(2) }),
  /** Mains of the gears; never of the bus or the gateway. */
  mains: z.strictObject({ on: flag }),
  /** `[address, serial, fault, cleared]`; fault 0 to 7 a bit of FAILURE STATUS, from 8 a bit of the fault word. */
  'lamp.fault': z.tuple([
    address,
    lampSerial,
    z
      .int()
      .min(0)
      .max(7 + faultDetailBits.length),
    flag,
  ]),
  /** `[fault bit, cleared]`. */
  'unit.fault': z.tuple([
    z
      .int()
      .min(0)
      .max(unitFaultBits.length - 1),
    flag,
  ]),
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
  ftest: z.strictObject({
    t: z.uuid(),
    k: testLetter,
    a: z.union([z.literal('*'), z.array(address).min(1).max(maxLamps)]),
  }),
  stopTest: z.strictObject({ t: z.uuid() }),
  identify: z.strictObject({ a: address, s: z.int().min(1).max(600) }),
  stop_blink: z.strictObject({ a: address }),
  refresh: z.strictObject({}),
}

export type DaliState = z.infer<typeof stateBody>
export type DaliLamp = z.infer<typeof lampTuple>
export type DaliTestResult = z.infer<(typeof records)['test.result']>
