import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TypeEncodedCommand } from '../../central-unit-type.ts'
import { cablecom } from './codec.ts'
import { lampFaultBits, unitFaultBits, unitWarningBits } from './wire.ts'
import { lampErrors, unitErrors, unitWarnings } from './words.ts'

const line = 'L7 A1B2 EM e f000000 b50 l100 g0009 o r60 CB-8 1.0'
const readLamp = (text: string) => cablecom.decodeState({ lamps: [text] }).lamps[0]
const corruptLine = (from: string, to: string): string => {
  expect(line).toContain(from)
  return line.replace(from, to)
}

test('every fault and warning bit has a code', () => {
  expect(lampErrors).toHaveLength(lampFaultBits.length)
  expect(unitErrors).toHaveLength(unitFaultBits.length)
  expect(unitWarnings).toHaveLength(unitWarningBits.length)
})

describe('lamp', () => {
  test.each([
    ['an address of 0', 'L7', 'L0'],
    ['an address beyond the cable', 'L7', 'L33'],
    ['a serial of 5 digits', 'A1B2', 'A1B2C'],
    ['a serial in lower case', 'A1B2', 'a1b2'],
    ['a kind that does not exist', 'EM', 'XM'],
    ['a mode that does not exist', ' e ', ' q '],
    ['a fault bit without a name', 'f000000', 'f400000'],
    ['a battery of 101 %', 'b50', 'b101'],
    ['two spaces', ' r60', '  r60'],
    ['a word too many', '1.0', '1.0 1.0'],
    ['a line after it', '1.0', '1.0\nL8'],
    ['a rated duration of 0', 'r60', 'r0'],
  ])('is malformed with %s', (_, from, to) => {
    const { lamps, odd: malformedItems } = cablecom.decodeState({ lamps: [corruptLine(from, to)] })
    expect(malformedItems).toHaveLength(1)
    for (const { mode } of lamps) expect(mode).toBeNull()
  })

  test('accepts every address of the cable', () => {
    for (let addr = 1; addr <= 32; addr++) expect(readLamp(corruptLine('L7', `L${addr}`))?.addr).toBe(addr)
  })

  test('reports exactly its groups', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 16 })), (groups) => {
        const groupBits = groups.reduce((bits, group) => bits | (1 << (group - 1)), 0)
        const hex = groupBits.toString(16).toUpperCase().padStart(4, '0')
        expect(readLamp(corruptLine('g0009', `g${hex}`))?.groups).toEqual(groups.toSorted((a, b) => a - b))
      }),
    )
  })
})

test.each(['n1,100,40', 'n3,1,1', 'n1,-1,5', 'n1,1'])('a malformed network %s leaves the unit readable', (network) => {
  const { unit, odd: malformedItems } = cablecom.decodeState({ unit: `U0 f0001 w001 ${network}` })
  expect(unit).toEqual({ onBattery: false, errors: ['battery_low_voltage'], warnings: ['no_mains'], network: null })
  expect(malformedItems).toMatchObject([{ item: 'unit' }])
})

test('a clock offset beyond any real time zone is refused', () => {
  const shadow = (offset: string) => ({ line: `v=-/-/-/- o=- p=- z=${offset} c=- n0,0,-` })
  expect(cablecom.decodeShadow(shadow('+840')).utcOffsetMin).toBe(840)
  expect(() => cablecom.decodeShadow(shadow('+841'))).toThrow()
})

test.each(['7d7c4e55-7b1e-0c2b-9a57-0f8a4d3c2b1a', '7d7c4e55-7b1e-4c2b-1a57-0f8a4d3c2b1a'])(
  'the test id %s is refused because it is not a UUID',
  (testId) => {
    const end = (id: string) => cablecom.decodeRecord('end', { line: `${id} f` })
    expect(end('7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a').kind).toBe('testEnded')
    expect(() => end(testId)).toThrow()
  },
)

describe('command', () => {
  const testId = '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a'
  test('lists each lamp of a test once', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 32 }), { minLength: 1 }), (lamps) => {
        const order: TypeEncodedCommand = { name: 'ftest', testId, test: 'functional', lamps: [...lamps, ...lamps] }
        const { line: text } = cablecom.encodeCommand(order) as { line: string }
        expect(text.split(' ').at(-1)).toBe(lamps.toSorted((a, b) => a - b).join(','))
      }),
    )
  })

  test.each<TypeEncodedCommand>([
    { name: 'identify', lamp: 33, seconds: 12 },
    { name: 'identify', lamp: 1, seconds: 601 },
    { name: 'identify', lamp: 1, seconds: 1.5 },
    { name: 'enrol', windowS: 0 },
    { name: 'ftest', testId, test: 'functional', lamps: [] },
    { name: 'ftest', testId: 'ALL', test: 'functional', lamps: 'all' },
  ])('is refused when impossible: %o', (command) => {
    expect(() => cablecom.encodeCommand(command)).toThrow()
  })
})
