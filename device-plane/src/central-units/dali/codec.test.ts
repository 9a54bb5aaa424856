import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TypeEncodedCommand } from '../../central-unit-type.ts'
import { emergencyModeBit } from '../../emergency-gear.wire.ts'
import { dali } from './codec.ts'
import type { DaliLamp } from './wire.ts'

const testId = '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a'
const lamp = (change: Partial<Record<number, unknown>> = {}): unknown => {
  const tuple: unknown[] = [84, '0A1B2C83', 0, 2, 0, 0, 2, 254, 30, 254, 0, 0, 0, null, null] satisfies DaliLamp
  for (const [index, value] of Object.entries(change)) tuple[Number(index)] = value
  return { l: [tuple] }
}
const readLamp = (change: Partial<Record<number, unknown>>) => dali.decodeState(lamp(change)).lamps[0]

describe('lamp', () => {
  test.each([
    ['two modes at once', { 3: emergencyModeBit.normal | emergencyModeBit.emergency }],
    ['a byte beyond 255', { 5: 256 }],
    ['an address of 0', { 0: 0 }],
    ['an address beyond four lines', { 0: 257 }],
    ['a serial without its checksum', { 1: '0A1B2C' }],
    ['a kind that does not exist', { 2: 5 }],
    ['a fault bit without a meaning', { 12: 0x400 }],
    ['a field too many', { 15: 0 }],
  ])('is malformed with %s', (_, change) => {
    const { lamps, odd } = dali.decodeState(lamp(change))
    expect(odd).toHaveLength(1)
    for (const { mode } of lamps) expect(mode).toBeNull()
  })

  test('in more than four groups is shown in all of them', () => {
    expect(readLamp({ 10: 0b10001_1110_0000_01 })?.groups).toEqual([1, 8, 9, 10, 11, 15])
  })

  test('that both bytes call failed has one fault', () => {
    expect(readLamp({ 5: 0x08, 12: 0x10 })?.errors).toEqual(['lamp_failure'])
  })

  test('without bus power does not report, and has no fault', () => {
    expect(readLamp({ 3: 0, 4: 0, 7: 255, 9: 255 })).toMatchObject({ mode: 'unreachable', errors: [] })
  })

  test('has no fault while a test is pending or overdue', () => {
    for (const status of [0x10, 0x20, 0x30])
      expect(readLamp({ 4: status, 5: 0x30 })).toMatchObject({ mode: 'normal', errors: [] })
  })
})

describe('test result', () => {
  const read = (letter: 'F' | 'D', cause: number, bytes: unknown) =>
    dali.decodeRecord('test.result', [testId, letter, 1, '0A1B2C83', cause, bytes])

  test.each([
    ['bytes beside a cause', 2, [4, 0, 90]],
    ['neither bytes nor a cause', 0, null],
    ['an unknown cause', 10, null],
    ['a byte beyond 255', 0, [4, 256, 90]],
  ])('is refused with %s', (_, cause, bytes) => {
    expect(() => read('D', cause, bytes)).toThrow()
  })

  test('never passes or fails without the done flag of its kind', () => {
    const byte = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(byte, byte, byte, (status, failure, duration) => {
        expect(read('F', 0, [status & ~0x02, failure, duration])).toMatchObject({
          result: 'notExecuted',
          measuredS: null,
        })
        expect(read('D', 0, [status & ~0x04, failure, duration])).toMatchObject({
          result: 'notExecuted',
          measuredS: null,
        })
      }),
    )
  })

  test('has a duration only after an autonomy test', () => {
    expect(read('F', 0, [0x02, 0, 90])).toMatchObject({ result: 'passed', measuredS: null })
    expect(read('D', 0, [0x04, 0, null])).toMatchObject({ result: 'passed', measuredS: null })
    expect(read('D', 0, [0x04, 0, 90])).toMatchObject({ result: 'passed', measuredS: 10_800 })
  })
})

test('a record of an exceeded delay is not a fault', () => {
  for (const bit of [4, 5]) expect(() => dali.decodeRecord('lamp.fault', [7, '0A1B2C83', bit, 0])).toThrow()
})

test.each<TypeEncodedCommand>([
  { name: 'identify', lamp: 257, seconds: 12 },
  { name: 'identify', lamp: 1, seconds: 601 },
  { name: 'enrol', windowS: 0 },
  { name: 'ftest', testId, test: 'functional', lamps: [] },
  { name: 'ftest', testId, test: 'functional', lamps: [257] },
])('an impossible command is refused: %o', (command) => {
  expect(() => dali.encodeCommand(command)).toThrow()
})
