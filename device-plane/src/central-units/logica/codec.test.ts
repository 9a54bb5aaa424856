import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TypeEncodedCommand } from '../../central-unit-type.ts'
import { emergencyModeBit } from '../../emergency-gear.wire.ts'
import { logica } from './codec.ts'
import type { LogicaLamp } from './wire.ts'

const lamp = (change: Partial<Record<number, unknown>> = {}): unknown => {
  const tuple: unknown[] = [1, '0A1B2C', 0, 2, 0, 0, 2, 254, 30, 254, 0, 0, 0, null, null] satisfies LogicaLamp
  for (const [index, value] of Object.entries(change)) tuple[Number(index)] = value
  return { l: [tuple] }
}
const readLamp = (change: Partial<Record<number, unknown>>) => logica.decodeState(lamp(change)).lamps[0]

describe('lamp', () => {
  test.each([
    ['two modes at once', { 3: emergencyModeBit.normal | emergencyModeBit.emergency }],
    ['a mode byte of hard-wired bits alone', { 3: emergencyModeBit.hardwiredSwitch }],
    ['a byte beyond 255', { 5: 256 }],
    ['an address of 0', { 0: 0 }],
    ['an address beyond the bus', { 0: 129 }],
    ['a serial of 7 digits', { 1: '0A1B2C3' }],
    ['a serial in lower case', { 1: '0a1b2c' }],
    ['a kind that does not exist', { 2: 5 }],
    ['a field too many', { 15: 0 }],
    ['a fraction', { 7: 12.5 }],
  ])('is malformed with %s', (_, change) => {
    const { lamps, odd: malformedItems } = logica.decodeState(lamp(change))
    expect(malformedItems).toHaveLength(1)
    for (const { mode } of lamps) expect(mode).toBeNull()
  })

  test('reports exactly its groups', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 16 })), (groups) => {
        const groupBits = groups.reduce((bits, group) => bits | (1 << (group - 1)), 0)
        expect(readLamp({ 10: groupBits })?.groups).toEqual(groups.toSorted((a, b) => a - b))
      }),
    )
  })

  test('has a charge of 0 to 100 %, unknown only at 255', () => {
    for (let charge = 0; charge <= 254; charge++) {
      const percent = readLamp({ 7: charge })?.batteryPercent
      expect(percent).toBeGreaterThanOrEqual(0)
      expect(percent).toBeLessThanOrEqual(100)
    }
    expect(readLamp({ 7: 255 })?.batteryPercent).toBeNull()
  })

  test('has one error per fault bit, except delayed tests', () => {
    const count = (bits: number) => bits.toString(2).replaceAll('0', '').length
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 0xffff }), (failure, details) => {
        const errors = readLamp({ 5: failure, 12: details })?.errors ?? []
        expect(errors).toHaveLength(count(failure & 0xcf) + count(details))
        expect(new Set(errors).size).toBe(errors.length)
      }),
    )
  })

  test.each([
    ['alone', { 5: 0x40 }, ['functional_test_failed']],
    ['beside its cause', { 5: 0x44 }, ['battery_low_voltage', 'functional_test_failed']],
  ])('reports a failed functional test %s', (_, change, errors) => {
    expect(readLamp(change)?.errors).toEqual(errors)
  })

  test('has no fault during a delayed test', () => {
    expect(readLamp({ 5: 0x30 })).toMatchObject({ mode: 'normal', errors: [] })
  })
})

test('a record reports a failed functional test', () => {
  const fault = (bit: number) => logica.decodeRecord('lamp.fault', [7, '0A1B2C', bit, 0])
  expect(fault(6)).toMatchObject({ kind: 'lampFault', lamp: 7, error: 'functional_test_failed', cleared: false })
  expect(() => fault(4)).toThrow()
})

describe('command', () => {
  test('lists exactly the lamps of a test', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 128 }), { minLength: 1 }), (lamps) => {
        const testId = '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a'
        const { a } = logica.encodeCommand({ name: 'ftest', testId, test: 'autonomy', lamps }) as { a: string }
        const digits = [...a].flatMap((digit) => [...Number.parseInt(digit, 16).toString(2).padStart(4, '0')])
        const setBits = digits.flatMap((bit, index) => (bit === '1' ? [index + 1] : []))
        expect(setBits).toEqual(lamps.toSorted((x, y) => x - y))
      }),
    )
  })

  test.each<TypeEncodedCommand>([
    { name: 'identify', lamp: 129, seconds: 12 },
    { name: 'identify', lamp: 1, seconds: 601 },
    { name: 'enrol', windowS: 0 },
    { name: 'ftest', testId: '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a', test: 'functional', lamps: [] },
    { name: 'ftest', testId: '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a', test: 'functional', lamps: [129] },
  ])('is refused when impossible: %o', (command) => {
    expect(() => logica.encodeCommand(command)).toThrow()
  })
})
