import { reportedLampErrors as allLampErrors } from '@vigilux/contract/features/lamps/lamp.ts'
import { describe, expect, test } from 'vitest'
import type { TypeEncodedCommand } from '../../central-unit-type.ts'
import { sicuro } from './codec.ts'
import type { SicuroLamp } from './wire.ts'
import { lampErrors, unitErrors, unitWarnings } from './words.ts'

const lamp: SicuroLamp = {
  n: 7,
  serial: '0A1B2C',
  kind: 'EMERGENCY',
  circuit: 'DS',
  state: 'BATTERY',
  alarms: [],
  battery: 50,
  level: 100,
  groups: [1, 4],
  side: 'ODD',
  rated: 60,
  article: 'ST-8',
  software: '4.0',
}
const readLamp = (change: object) => sicuro.decodeState({ lamps: [{ ...lamp, ...change }] }).lamps[0]

test('codes are unique and cover every lamp fault', () => {
  for (const table of [lampErrors, unitErrors, unitWarnings])
    expect(new Set(Object.values(table)).size).toBe(Object.keys(table).length)
  const reportedErrors = allLampErrors.filter((code) => code !== 'functional_test_failed')
  expect(Object.values(lampErrors).toSorted()).toEqual(reportedErrors.toSorted())
})

describe('lamp', () => {
  test.each([
    ['an address beyond the lines', { n: 129 }],
    ['a serial of 4 digits', { serial: 'A1B2' }],
    ['a kind of another case', { kind: 'emergency' }],
    ['an alarm of the system', { alarms: ['A01'] }],
    ['a battery of 101 %', { battery: 101 }],
    ['group 17', { groups: [17] }],
    ['a field that is not there', { level: undefined }],
    ['a field too many', { colour: 'white' }],
  ])('is malformed with %s', (_, change) => {
    const { lamps, odd: malformedItems } = sicuro.decodeState({ lamps: [{ ...lamp, ...change }] })
    expect(malformedItems).toHaveLength(1)
    for (const { mode } of lamps) expect(mode).toBeNull()
  })

  test('drops duplicate alarms and groups', () => {
    expect(readLamp({ alarms: ['L23', 'L23'], groups: [4, 1, 4] })).toMatchObject({
      errors: ['lamp_failure'],
      groups: [1, 4],
    })
  })
})

test.each<TypeEncodedCommand>([
  { name: 'identify', lamp: 129, seconds: 12 },
  { name: 'identify', lamp: 1, seconds: 0 },
  { name: 'ftest', testId: '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a', test: 'functional', lamps: [] },
  { name: 'stopTest', testId: 'the last one' },
])('an impossible command is refused: %o', (command) => {
  expect(() => sicuro.encodeCommand(command)).toThrow()
})
