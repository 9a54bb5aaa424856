import { describe, expect, test } from 'vitest'
import type { CentralUnitType, ReportedState } from './central-unit-type.ts'
import { cablecom } from './central-units/cablecom/codec.ts'
import * as cablecomWire from './central-units/cablecom/wire.ts'
import { dali } from './central-units/dali/codec.ts'
import { gateway } from './central-units/gateway/codec.ts'
import * as gatewayWire from './central-units/gateway/wire.ts'
import { logica } from './central-units/logica/codec.ts'
import { logicafm } from './central-units/logicafm/codec.ts'
import { lampBytes, lampOffset, modeNumbers } from './central-units/logicafm/wire.ts'
import { hidden as logicafmHidden } from './central-units/logicafm/words.ts'
import { sicuro } from './central-units/sicuro/codec.ts'
import * as sicuroWire from './central-units/sicuro/wire.ts'
import { hiddenGearBits } from './emergency-gear.ts'
import { emergencyModeBit, emergencyStatusBit, failureStatusBits, featureBit } from './emergency-gear.wire.ts'

/** A field of a status on the wire, with the tested values. */
type Field<Value> = {
  name: string
  values: readonly Value[]
  body(value: Value): unknown
  /** Whether the value means "in order" for the lamp or the unit. */
  isValid(value: Value): boolean
}

const bytes = Array.from({ length: 256 }, (_, byte) => byte)
/** No bit, each bit alone, and all of them. */
const bitPatterns = (size: number): number[] => [
  0,
  ...Array.from({ length: size }, (_, bit) => 2 ** bit),
  2 ** size - 1,
]
const isZero = (value: number) => value === 0
const upperHex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0')

const looksSound = ({ unit, lamps, odd: malformedItems }: ReportedState): boolean =>
  malformedItems.length === 0 &&
  lamps.every(({ mode, errors }) => mode === 'normal' && errors.length === 0) &&
  (unit === null || (unit.errors.length === 0 && unit.warnings.length === 0 && !unit.onBattery))

/** A malformed lamp may only be read with an unknown state. */
const hidesOddLamp = ({ lamps, odd: malformedItems }: ReportedState): boolean =>
  malformedItems.some(({ item }) => item === 'lamp 1') && lamps.some(({ mode }) => mode !== null)

/** The wrongly read values, each with its field. */
const wrongIn = <Value extends number | string>(type: CentralUnitType, fields: readonly Field<Value>[]) =>
  fields.flatMap(({ name, values, body, isValid }) =>
    values.flatMap((value) => {
      try {
        const state = type.decodeState(body(value))
        return looksSound(state) === isValid(value) && !hidesOddLamp(state) ? [] : [`${name} ${value}`]
      } catch (error) {
        return [`${name} ${value}: ${error}`]
      }
    }),
  )

describe('every status value is shown, malformed or hidden on purpose', () => {
  test('cablecom', () => {
    const lamp = (mode: string, faults: number) => ({
      lamps: [`L1 A1B2 EM ${mode} f${upperHex(faults, 6)} b50 l100 g0009 o r60 CB-8 1.0`],
    })
    const unit = (faults: number, warnings: number) => ({
      unit: `U0 f${upperHex(faults, 4)} w${upperHex(warnings, 3)}`,
    })
    expect(
      wrongIn(cablecom, [
        { name: 'lamp faults', values: bitPatterns(24), body: (value) => lamp('n', value), isValid: isZero },
        { name: 'unit faults', values: bitPatterns(16), body: (value) => unit(value, 0), isValid: isZero },
        { name: 'unit warnings', values: bitPatterns(12), body: (value) => unit(0, value), isValid: isZero },
      ]),
    ).toEqual([])
    const characters = bytes.map((byte) => String.fromCharCode(byte))
    const [normal] = cablecomWire.modeLetters
    expect(
      wrongIn(cablecom, [
        { name: 'mode', values: characters, body: (letter) => lamp(letter, 0), isValid: (letter) => letter === normal },
      ]),
    ).toEqual([])
  })

  test.each([
    ['logica', logica, '0A1B2C'],
    ['dali', dali, '0A1B2C83'],
  ] as const)('%s', (_, type, serial) => {
    const { hardwiredSwitch, normal } = emergencyModeBit
    const lamp = (at: number, value: number) => ({
      l: [[1, serial, 0, 2, 0, 0, 2, 254, 30, 254, 0, 0, 0, null, null].with(at, value)],
    })
    const delayed = 0x30
    expect(
      wrongIn(type, [
        {
          name: 'mode',
          values: bytes,
          body: (value) => lamp(3, value),
          isValid: (value) => (value & ~hardwiredSwitch) === normal,
        },
        {
          name: 'status',
          values: bytes,
          body: (value) => lamp(4, value),
          isValid: (value) => (value & emergencyStatusBit.inhibited) === 0,
        },
        {
          name: 'failure',
          values: bytes,
          body: (value) => lamp(5, value),
          isValid: (value) => (value & ~delayed) === 0,
        },
        { name: 'features', values: bytes, body: (value) => lamp(6, value), isValid: () => true },
        { name: 'faults', values: bitPatterns(16), body: (value) => lamp(12, value), isValid: isZero },
        {
          name: 'unit faults',
          values: bitPatterns(16),
          body: (value) => ({ sys: [0, value, 0, null] }),
          isValid: isZero,
        },
        {
          name: 'unit warnings',
          values: bitPatterns(16),
          body: (value) => ({ sys: [0, 0, value, null] }),
          isValid: isZero,
        },
      ]),
    ).toEqual([])
  })

  test('logicafm', () => {
    const lamp = (at: number, size: number, value: number) => {
      const lampHex = Buffer.from('000A1B2C18000000004B64048001BA0100080209', 'hex')
      lampHex.writeUIntBE(value, at, size)
      return { pg: [{ p: 0, m: '00000001', d: lampHex.toString('hex').toUpperCase() }] }
    }
    const percent = (value: number) => value <= 100 || value === 0xff
    const { flags, mode, faults, battery, level, rated } = lampOffset
    expect(
      wrongIn(logicafm, [
        { name: 'flags', values: bytes, body: (value) => lamp(flags, 1, value), isValid: (value) => value >>> 5 < 5 },
        {
          name: 'mode',
          values: bytes,
          body: (value) => lamp(mode, 1, value),
          isValid: (value) => modeNumbers[value] === 'normal',
        },
        { name: 'faults', values: bitPatterns(24), body: (value) => lamp(faults, 3, value), isValid: isZero },
        { name: 'battery', values: bytes, body: (value) => lamp(battery, 1, value), isValid: percent },
        { name: 'level', values: bytes, body: (value) => lamp(level, 1, value), isValid: percent },
        { name: 'rated', values: bytes, body: (value) => lamp(rated, 1, value), isValid: () => true },
        {
          name: 'unit flags',
          values: bytes,
          body: (value) => ({ u: `${upperHex(value, 2)}000000000000` }),
          isValid: isZero,
        },
        {
          name: 'unit faults',
          values: bitPatterns(32),
          body: (value) => ({ u: `00${upperHex(value, 8)}0000` }),
          isValid: isZero,
        },
        {
          name: 'unit warnings',
          values: bitPatterns(16),
          body: (value) => ({ u: `0000000000${upperHex(value, 4)}` }),
          isValid: isZero,
        },
      ]),
    ).toEqual([])
  })

  const codes = (letter: string) => Array.from({ length: 100 }, (_, n) => `${letter}${String(n).padStart(2, '0')}`)

  test('sicuro', () => {
    const lamp = (change: object) => ({
      lamps: [
        {
          n: 1,
          serial: '0A1B2C',
          kind: 'EMERGENCY',
          circuit: 'DS',
          state: 'MAINS',
          alarms: [],
          battery: 50,
          level: 100,
          groups: [],
          side: null,
          rated: null,
          article: null,
          software: null,
          ...change,
        },
      ],
    })
    const system = (change: object) => ({
      system: { source: 'MAINS', alarms: [], warnings: [], search: null, ...change },
    })
    expect(
      wrongIn(sicuro, [
        { name: 'alarm', values: codes('L'), body: (code) => lamp({ alarms: [code] }), isValid: () => false },
        {
          name: 'state',
          values: [...sicuroWire.lampStates, 'ASLEEP', ''],
          body: (state) => lamp({ state }),
          isValid: (state) => state === 'MAINS',
        },
        { name: 'system alarm', values: codes('A'), body: (code) => system({ alarms: [code] }), isValid: () => false },
        { name: 'warning', values: codes('W'), body: (code) => system({ warnings: [code] }), isValid: () => false },
        {
          name: 'source',
          values: ['MAINS', 'BATTERY', 'SUN'],
          body: (source) => system({ source }),
          isValid: (source) => source === 'MAINS',
        },
      ]),
    ).toEqual([])
  })

  test('gateway', () => {
    const lamp = (change: object) => ({ lamps: { 1: { id: '0A1B2C', kind: 'emergency', mode: 'idle', ...change } } })
    const changeSelf = (change: object) => ({ self: { battery: false, faults: [], warnings: [], ...change } })
    expect(
      wrongIn(gateway, [
        {
          name: 'fault',
          values: [...gatewayWire.lampFaults, 'smoke', ''],
          body: (fault) => lamp({ faults: [fault] }),
          isValid: () => false,
        },
        {
          name: 'mode',
          values: [...gatewayWire.lampModes, 'asleep', ''],
          body: (mode) => lamp({ mode }),
          isValid: (mode) => mode === 'idle',
        },
        {
          name: 'fault of the gateway',
          values: [...gatewayWire.unitFaults, 'smoke', ''],
          body: (fault) => changeSelf({ faults: [fault] }),
          isValid: () => false,
        },
        {
          name: 'warning',
          values: [...gatewayWire.unitWarnings, 'smoke', ''],
          body: (warning) => changeSelf({ warnings: [warning] }),
          isValid: () => false,
        },
      ]),
    ).toEqual([])
  })
})

describe('the list of hidden bits is exact', () => {
  test.each([
    ['logica', logica, '0A1B2C'],
    ['dali', dali, '0A1B2C83'],
  ] as const)('%s', (_, type, serial) => {
    const baseFrame = [1, serial, 0, 2, 0, 0, 2, 254, 30, 254, 0, 0, 0, null, null]
    const read = (at: number, bitMask: number) =>
      type.decodeState({ l: [baseFrame.with(at, Number(baseFrame[at]) ^ bitMask)] })
    const silentBits = (at: number, bits: Readonly<Record<string, number>>): string[] =>
      Object.keys(bits).filter((bit) => JSON.stringify(read(at, bits[bit] ?? 0)) === JSON.stringify(read(at, 0)))
    const failureBits = Object.fromEntries(failureStatusBits.map((name, bit) => [name, 1 << bit]))
    expect(silentBits(3, emergencyModeBit)).toEqual(Object.keys(hiddenGearBits.mode))
    expect(silentBits(4, emergencyStatusBit)).toEqual(Object.keys(hiddenGearBits.status))
    expect(silentBits(5, failureBits)).toEqual(Object.keys(hiddenGearBits.failure))
    expect(silentBits(6, featureBit)).toEqual(Object.keys(hiddenGearBits.features))
  })

  test('logicafm', () => {
    const baseFrame = Buffer.from('000A1B2C18000000004B64048001BA0100080209', 'hex')
    const read = (at: number, bitMask: number) => {
      const changed = Buffer.from(baseFrame)
      changed.writeUInt8(baseFrame.readUInt8(at) ^ bitMask, at)
      const page = { p: 0, m: '00000001', d: changed.toString('hex').toUpperCase() }
      return JSON.stringify(logicafm.decodeState({ pg: [page] }))
    }
    const hiddenAt = new Set(
      Object.keys(logicafmHidden).map((field) => lampOffset[field as keyof typeof logicafmHidden]),
    )
    for (let at = 0; at < lampBytes; at++)
      for (let bit = 0; bit < 8; bit++)
        expect(read(at, 1 << bit) === read(at, 0), `byte ${at} bit ${bit}`).toBe(hiddenAt.has(at as never))
  })
})
