import { gearsPerLine, maxBusLines } from '@vigilux/contract/features/central-units/gear-address.rules.ts'
import { z } from 'zod'
import { gearByte } from '../../emergency-gear.wire.ts'
import { missingResultCauses as causes, createGearUnitWire, gearTestLetter, gearVersion } from '../../gear-unit.wire.ts'

/** Wire format of dali units. docs/protocol/dali.md */

const maxLamps = maxBusLines * gearsPerLine
const lampSerial = z.string().regex(/^[0-9A-F]{8}$/)

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

/** An address counts line by line: line 2, short address 19 is 84. */
export const wire = createGearUnitWire({
  maxLamps,
  maxFound: 999,
  lampSerial,
  lampFaultBits: faultDetailBits.length,
  unitFaultBits: unitFaultBits.length,
})

export const shadowBody = z.strictObject({
  /** Versions of the bridge, of the gateway's firmware, and of the gateway's interface. */
  v: z.tuple([gearVersion, gearVersion, gearVersion]),
  ...wire.shadowFields,
})

/** Why the bridge has no result of a lamp, by number; with 0 the bytes of the gear say the result. */
export const missingResultCauses = ['none', ...causes] as const
/**
 * Bytes EMERGENCY STATUS, FAILURE STATUS and DURATION TEST RESULT after a test; the last is null if it was not read.
 */
const resultBytes = z.tuple([gearByte, gearByte, gearByte.nullable()])

export const records = {
  ...wire.records,
  /** `[test, kind, address, serial, cause, bytes]`; bytes are null with a cause, and only then. */
  'test.result': z
    .tuple([
      z.uuid(),
      gearTestLetter,
      wire.address,
      lampSerial,
      z
        .int()
        .min(0)
        .max(missingResultCauses.length - 1),
      resultBytes.nullable(),
    ])
    .refine(([, , , , cause, bytes]) => (cause === 0) === (bytes !== null), 'bytes or a cause'),
}

export const commands = {
  ...wire.commands,
  ftest: z.strictObject({
    t: z.uuid(),
    k: gearTestLetter,
    a: z.union([z.literal('*'), z.array(wire.address).min(1).max(maxLamps)]),
  }),
}

export type DaliState = z.infer<typeof wire.stateBody>
export type DaliLamp = z.infer<typeof wire.lampTuple>
export type DaliTestResult = z.infer<(typeof records)['test.result']>
