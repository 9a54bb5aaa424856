import { z } from 'zod'
import { gearByte } from './emergency-gear.wire.ts'
import { inhibitedUntil } from './inhibition.ts'
import { sceneInput, sceneMinute, sceneVersion } from './scene-run-record.ts'

/** Wire format shared by unit types with gear of IEC 62386-202 as lamps. Each type adds its differences. */

const word = z.int().min(0).max(0xffff)
const flag = z.union([z.literal(0), z.literal(1)])
export const gearVersion = z.string().min(1).max(20).nullable()

/** F functional, D duration (autonomy). */
export const gearTestLetter = z.enum(['F', 'D'])

/** Why a unit has no result of a lamp. */
export const missingResultCauses = [
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

type GearUnitBounds<Serial extends z.ZodType<string>> = {
  maxLamps: number
  /** Maximum lamps of a search, more than the list can hold. */
  maxFound: number
  lampSerial: Serial
  /** Number of bits in the unit's own fault word of a lamp, and in its own fault word. */
  lampFaultBits: number
  unitFaultBits: number
}

export const createGearUnitWire = <Serial extends z.ZodType<string>>(bounds: GearUnitBounds<Serial>) => {
  const { maxLamps, maxFound, lampSerial, lampFaultBits, unitFaultBits } = bounds
  const address = z.int().min(1).max(maxLamps)
  const found = z.int().min(0).max(maxFound)
  /** `[state, found, expected]`; state 0 none, 1 searching, 2 complete. */
  const network = z.tuple([z.int().min(0).max(2), found, found.nullable()])
  /**
   * `[address, serial, kind, mode, status, failure, features, charge, rated, level, groups, parity, details, product,
   * software]`; kind 0 emergency, 1 lighting, 2 sensor, 3 input/output, 4 other; parity 0 none, 1 odd, 2 even.
   */
  const lampTuple = z.tuple([
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
    gearVersion,
  ])
  /** `[on battery, fault word, warning word, network]`; the network is null if unchanged. */
  const unitTuple = z.tuple([flag, word, word, network.nullable()])
  return {
    address,
    lampTuple,
    unitTuple,
    shadowFields: {
      /** Order code and product code. */
      c: z.tuple([z.string().max(40).nullable(), z.string().max(40).nullable()]),
      /** Minutes ahead of UTC. */
      tz: z.int().min(-840).max(840).nullable(),
      /** Number of configured lamps. */
      cfg: z.int().min(0).max(maxLamps).nullable(),
      net: network,
    },
    stateBody: z.strictObject({ sys: unitTuple.optional(), l: z.array(lampTuple).max(maxLamps).optional() }),
    /** Identity of an invalid lamp, then the rest of the item. */
    lampIdentity: z.tuple([address, lampSerial]).rest(z.unknown()),
    /** Kind, failure status and details of an invalid lamp; null if unreadable. */
    salvageableLamp: {
      kind: z.int().min(0).max(4).nullable().catch(null),
      failure: gearByte.catch(0),
      details: word.catch(0),
    },
    /** Readable part of an invalid unit. */
    salvageableUnit: z.tuple([flag, word, word]).rest(z.unknown()),
    records: {
      'test.start': z.strictObject({
        t: z.uuid(),
        k: gearTestLetter,
        /** 0 user, 1 automatic, 2 at the unit or its gear. */
        by: z.int().min(0).max(2),
        a: z.array(address).max(maxLamps),
      }),
      /** Outcome 0 finished, 1 stopped, 2 mains failure. */
      'test.end': z.strictObject({ t: z.uuid(), o: z.int().min(0).max(2) }),
      /** Mains at the lamps; never of a bus or a gateway. */
      mains: z.strictObject({ on: flag }),
      /** `[address, serial, fault, cleared]`; fault 0 to 7 a bit of FAILURE STATUS, from 8 a detail bit. */
      'lamp.fault': z.tuple([
        address,
        lampSerial,
        z
          .int()
          .min(0)
          .max(7 + lampFaultBits),
        flag,
      ]),
      /** `[fault bit, cleared]`. */
      'unit.fault': z.tuple([
        z
          .int()
          .min(0)
          .max(unitFaultBits - 1),
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
    },
    commands: {
      enrol: z.strictObject({ w: z.int().min(1).max(600) }),
      deEnrol: z.strictObject({}),
      createNetwork: z.strictObject({}),
      statusQuery: z.strictObject({}),
      stopTest: z.strictObject({ t: z.uuid() }),
      identify: z.strictObject({ a: address, s: z.int().min(1).max(600) }),
      stop_blink: z.strictObject({ a: address }),
      refresh: z.strictObject({}),
    },
  }
}
