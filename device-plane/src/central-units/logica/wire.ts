import { z } from 'zod'
import { createGearUnitWire, gearTestLetter, gearVersion, missingResultCauses } from '../../gear-unit.wire.ts'

/** Wire format of logica units. docs/protocol/logica.md */

const lampSerial = z.string().regex(/^(?:[0-9A-F]{6}|[0-9A-F]{8})$/)

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

export const wire = createGearUnitWire({
  maxLamps: 128,
  maxFound: 255,
  lampSerial,
  lampFaultBits: faultDetailBits.length,
  unitFaultBits: unitFaultBits.length,
})
export const { address } = wire

export const shadowBody = z.strictObject({
  /** Versions of interface, firmware, cloud module and port. */
  v: z.tuple([gearVersion, gearVersion, gearVersion, gearVersion]),
  ...wire.shadowFields,
})

/** Reasons of a test result, by number. */
export const resultReasons = ['none', 'lamp', 'battery', 'duration', 'circuit', ...missingResultCauses] as const

export const records = {
  ...wire.records,
  /** `[test, address, serial, result, reason, seconds]`; result 0 passed, 1 failed, 2 not executed. */
  'test.result': z.tuple([
    z.uuid(),
    address,
    lampSerial,
    z.int().min(0).max(2),
    z
      .int()
      .min(0)
      .max(resultReasons.length - 1),
    z.int().min(0).max(86_400).nullable(),
  ]),
}

export const commands = {
  ...wire.commands,
  /** `a` is `*` or 32 hex digits, lowest address in the highest bit. */
  ftest: z.strictObject({
    t: z.uuid(),
    k: gearTestLetter,
    a: z.union([z.literal('*'), z.string().regex(/^[0-9A-F]{32}$/)]),
  }),
}

/** @internal */
export type LogicaLamp = z.infer<typeof wire.lampTuple>
