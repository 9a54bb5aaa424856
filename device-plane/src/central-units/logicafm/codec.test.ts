import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TypeEncodedCommand } from '../../central-unit-type.ts'
import { pagesOfLamps } from './bytes.ts'
import { logicafm } from './codec.ts'
import { lampBytes, lampOffset } from './wire.ts'

/** A valid lamp of 20 bytes, with some bytes changed. */
const lampHex = (change: Partial<Record<number, number>> = {}): string => {
  const bytes = Buffer.from('000A1B2C18000000004B64048001BA0100080209', 'hex')
  for (const [offset, value] of Object.entries(change)) bytes.writeUInt8(value ?? 0, Number(offset))
  return bytes.toString('hex').toUpperCase()
}
const page = (p: number, m: string, d: string) => ({ pg: [{ p, m, d }] })

describe('page', () => {
  test('places each record at the position of its bit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 31 }), { maxLength: 32 }),
        (p, positions) => {
          const mask = positions.reduce((bits, position) => (bits | (1 << position)) >>> 0, 0)
          const hex = mask.toString(16).toUpperCase().padStart(8, '0')
          const { lamps } = logicafm.decodeState(page(p, hex, lampHex().repeat(positions.length)))
          expect(lamps.map(({ addr }) => addr)).toEqual(
            positions.toSorted((a, b) => a - b).map((position) => p * 32 + position + 1),
          )
        },
      ),
    )
  })

  test.each([
    ['fewer records than bits', page(0, '00000003', lampHex())],
    ['more records than bits', page(0, '00000001', lampHex().repeat(2))],
    ['half a record', page(0, '00000001', lampHex().slice(0, 20))],
    ['a page beyond the last', page(31, '00000001', lampHex())],
    ['a network without its unit', { n: '0107000C03E0' }],
  ])('is malformed with %s', (_, body) => {
    expect(logicafm.decodeState(body)).toMatchObject({ unit: null, lamps: [], odd: [{}] })
  })
})

test.each([
  ['a plant code of 93', { u: '01000000010000', n: '015D000C03E0' }],
  ['a fault of the unit that does not exist', { u: '01800000010000' }],
  ['a flag of the unit that does not exist', { u: '03000000010000' }],
])('a unit malformed with %s still reports its known faults', (_, body) => {
  const { unit, odd: malformedItems } = logicafm.decodeState(body)
  expect(unit).toEqual({ onBattery: true, errors: ['battery_low_voltage'], warnings: [], network: null })
  expect(malformedItems).toMatchObject([{ item: 'unit' }])
})

describe('lamp', () => {
  test.each([
    ['a mode that does not exist', { [lampOffset.mode]: 7 }],
    ['a battery of 101 %', { [lampOffset.battery]: 101 }],
    ['a level of 200 %', { [lampOffset.level]: 200 }],
    ['a kind that does not exist', { [lampOffset.flags]: 0xa0 }],
    ['a fault that does not exist', { [lampOffset.faults]: 0x80 }],
    ['a long serial that says it is short', { [lampOffset.serial]: 1 }],
  ])('is malformed with %s', (_, change) => {
    const { lamps, odd: malformedItems } = logicafm.decodeState(page(0, '00000001', lampHex(change)))
    expect(malformedItems).toHaveLength(1)
    for (const { mode } of lamps) expect(mode).toBeNull()
  })

  test('is either valid or malformed for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: lampBytes, maxLength: lampBytes }), (bytes) => {
        const hex = Buffer.from(bytes).toString('hex').toUpperCase()
        const { lamps, odd: malformedItems } = logicafm.decodeState(page(0, '00000001', hex))
        for (const { serial, batteryPercent, mode } of lamps) {
          expect(serial).toMatch(/^([0-9A-F]{6}|[0-9A-F]{8})$/)
          expect(batteryPercent ?? 0).toBeLessThanOrEqual(100)
          expect(mode === null).toBe(malformedItems.length > 0)
        }
        expect(lamps.length + malformedItems.length).toBeGreaterThan(0)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('command', () => {
  const testId = '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a'

  test('lists the lamps of a test as in its start record', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 992 }), { minLength: 1 }), (lamps) => {
        const pages = pagesOfLamps(lamps).toString('hex').toUpperCase()
        const start = logicafm.decodeRecord('TS', { x: `${testId.replaceAll('-', '').toUpperCase()}0100${pages}` })
        expect(start).toMatchObject({ testId, lamps: lamps.toSorted((a, b) => a - b) })
        const { x } = logicafm.encodeCommand({ name: 'ftest', testId, test: 'functional', lamps }) as { x: string }
        expect(x.endsWith(`01${pages}`)).toBe(true)
      }),
    )
  })

  test.each<TypeEncodedCommand>([
    { name: 'createNetwork', plantCode: null },
    { name: 'createNetwork', plantCode: 93 },
    { name: 'identify', lamp: 993, seconds: 12 },
    { name: 'identify', lamp: 1, seconds: 70_000 },
    { name: 'stop_blink', lamp: 0 },
    { name: 'ftest', testId, test: 'functional', lamps: [] },
  ])('is refused when impossible: %o', (command) => {
    expect(() => logicafm.encodeCommand(command)).toThrow()
  })
})
