import { expect, test } from 'vitest'
import { judgeScanned, planScanned } from './scanned-lamps.rules.ts'

const facts = { lampSerialDigits: [6, 8], maxLamps: 8 }
const lamps = [
  { addr: 1, serial: 'A1B2C1' },
  { addr: 5, serial: 'A1B2C5' },
]
const judge = (...scanned: { serial: string; position?: number }[]) =>
  judgeScanned(scanned, lamps, facts).map(({ position, fault }) => fault ?? position)

test('scanned lamps follow the last lamp and skip requested positions', () => {
  expect(judge({ serial: 'D00001' }, { serial: 'D00002', position: 7 }, { serial: 'D00003' })).toEqual([6, 7, 8])
})

test('a scanned lamp can get a free position within the list', () => {
  expect(judge({ serial: 'D00001', position: 3 }, { serial: 'D00002' })).toEqual([3, 6])
})

test.each([
  ['of a wrong form', [{ serial: 'D0001' }], ['format']],
  ['with wrong check digits', [{ serial: 'A1B2C302' }], ['checksum']],
  ['scanned twice', [{ serial: 'D00001' }, { serial: 'D00001' }], [6, 'duplicate']],
  ['in the unit', [{ serial: 'A1B2C5' }], ['alreadyPresent']],
  ['at position 0', [{ serial: 'D00001', position: 0 }], ['positionInvalid']],
  ['beyond the last position', [{ serial: 'D00001', position: 9 }], ['positionInvalid']],
  [
    'at a position of another scan',
    [
      { serial: 'D00001', position: 7 },
      { serial: 'D00002', position: 7 },
    ],
    [7, 'positionDuplicate'],
  ],
  ['at the position of a lamp', [{ serial: 'D00001', position: 5 }], ['positionTaken']],
  [
    'after the last position',
    ['D00001', 'D00002', 'D00003', 'D00004'].map((serial) => ({ serial })),
    [6, 7, 8, 'noRoom'],
  ],
  ['beside a faulty one, which takes no position', [{ serial: 'XYZ' }, { serial: 'D00002' }], ['format', 6]],
])('a scanned lamp %s', (_, scanned, expected) => {
  expect(judge(...scanned)).toEqual(expected)
  const plan = planScanned(scanned, lamps, facts)
  expect(plan.can).toBe(expected.every((one) => typeof one === 'number'))
})

test('planned lamps do not overwrite others', () => {
  expect(planScanned([{ serial: 'D00001' }], lamps, facts)).toEqual({
    can: true,
    changes: [{ addr: 6, before: null, after: 'D00001' }],
  })
})
