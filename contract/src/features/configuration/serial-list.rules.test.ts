import { describe, expect, it } from 'vitest'
import {
  checkSerialList,
  parseSerialList,
  type SerialFault,
  type SerialRules,
  serialChecksum,
  serialFaultOf,
} from './serial-list.rules.ts'

it.each([
  { bytes: '000000', checksum: '00' },
  { bytes: '000001', checksum: '07' },
  { bytes: '0A1B2C', checksum: '83' },
  { bytes: 'A1B2C3', checksum: '01' },
  { bytes: 'FFFFFF', checksum: '0F' },
])('the checksum of $bytes is $checksum', ({ bytes, checksum }) => {
  expect(serialChecksum(bytes)).toBe(checksum)
})

it.each<{ serial: string; fault: SerialFault | null }>([
  { serial: 'A1B2C3', fault: null },
  { serial: `A1B2C3${serialChecksum('A1B2C3')}`, fault: null },
  { serial: 'A1B2C300', fault: 'checksum' },
  { serial: 'A1B2', fault: 'format' },
  { serial: 'A1B2C', fault: 'format' },
  { serial: 'a1b2c3', fault: 'format' },
  { serial: 'G1B2C3', fault: 'format' },
  { serial: 'A1B2C3\n', fault: 'format' },
  { serial: '', fault: 'format' },
])('the fault of serial $serial is $fault', ({ serial, fault }) => {
  expect(serialFaultOf(serial, [6, 8])).toBe(fault)
})

it('a list is split at spaces, commas, semicolons and line ends with line numbers', () => {
  expect(parseSerialList(' a1b2c3, A1B2C4;\tA1B2C5\r\n\n12:a1b2c6 13=A1B2C7')).toEqual([
    { line: 1, text: 'a1b2c3', serial: 'A1B2C3', position: null },
    { line: 1, text: 'A1B2C4', serial: 'A1B2C4', position: null },
    { line: 1, text: 'A1B2C5', serial: 'A1B2C5', position: null },
    { line: 3, text: '12:a1b2c6', serial: 'A1B2C6', position: '12' },
    { line: 3, text: '13=A1B2C7', serial: 'A1B2C7', position: '13' },
  ])
})

describe('serial list', () => {
  const rules = (change: Partial<SerialRules> = {}): SerialRules => ({
    digits: [6],
    maxLamps: 32,
    present: new Set(['FFFFFF']),
    mode: 'overwrite',
    ...change,
  })
  const faults = (typedText: string, change: Partial<SerialRules> = {}) =>
    checkSerialList(typedText, rules(change)).map(({ fault }) => fault)

  it.each<{ typed: string; faulty: (SerialFault | null)[]; why: string }>([
    { typed: 'A1B2C3 A1B2C4', faulty: [null, null], why: 'two good ones' },
    { typed: 'A1B2C3 xyz A1B2C4', faulty: [null, 'format', null], why: 'a bad one spoils no good one' },
    { typed: 'A1B2C3 A1B2C3', faulty: [null, 'duplicate'], why: 'the first of two is good' },
    { typed: 'FFFFFF', faulty: ['alreadyPresent'], why: 'the unit has it' },
    { typed: 'FFFFFF FFFFFF', faulty: ['alreadyPresent', 'alreadyPresent'], why: 'what is refused is no first one' },
    { typed: '1:A1B2C3 32:A1B2C4', faulty: [null, null], why: 'first and last position' },
    { typed: '0:A1B2C3', faulty: ['positionInvalid'], why: 'before the first' },
    { typed: '33:A1B2C3', faulty: ['positionInvalid'], why: 'after the last' },
    { typed: 'x:A1B2C3', faulty: ['positionInvalid'], why: 'no number' },
    { typed: ':A1B2C3', faulty: ['positionInvalid'], why: 'no position' },
    { typed: '00001:A1B2C3', faulty: ['positionInvalid'], why: 'a number of five digits' },
    { typed: '0001:A1B2C3', faulty: [null], why: 'a number of four digits' },
    { typed: '5:A1B2C3 5:A1B2C4 5:A1B2C5', faulty: [null, 'positionDuplicate', 'positionDuplicate'], why: 'one taken' },
    { typed: '5:FFFFFF 5:A1B2C4', faulty: ['alreadyPresent', null], why: 'what is refused takes no position' },
    { typed: '5:xyz', faulty: ['format'], why: 'the serial is judged first' },
  ])('$typed: $why', ({ typed: typedText, faulty }) => {
    expect(faults(typedText)).toEqual(faulty)
  })

  it('refuses positions where serials are appended', () => {
    expect(faults('5:A1B2C3 A1B2C4', { mode: 'append' })).toEqual(['positionForced', null])
  })
  it('accepts positions up to the limit of the type', () => {
    expect(faults('992:A1B2C3 993:A1B2C4', { maxLamps: 992 })).toEqual([null, 'positionInvalid'])
  })
  it('gives the position of each line, or null if it is invalid', () => {
    const positions = (typedText: string) => checkSerialList(typedText, rules()).map(({ position }) => position)
    expect(positions('7:A1B2C3 A1B2C4 x:A1B2C5 12345:A1B2C6')).toEqual([7, null, null, null])
  })
})
