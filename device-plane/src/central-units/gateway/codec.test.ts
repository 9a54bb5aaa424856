import { reportedLampErrors as allLampErrors } from '@vigilux/contract/features/lamps/lamp.ts'
import { describe, expect, test } from 'vitest'
import type { TypeEncodedCommand } from '../../central-unit-type.ts'
import { gateway } from './codec.ts'
import { lampErrors, unitErrors, unitWarnings } from './words.ts'

const lamp = { id: '0A1B2C', kind: 'emergency', fn: 'm', mode: 'idle' }
const readLamps = (lamps: object) => gateway.decodeState({ lamps }).lamps

test('codes are unique and cover every lamp fault', () => {
  for (const table of [lampErrors, unitErrors, unitWarnings])
    expect(new Set(Object.values(table)).size).toBe(Object.keys(table).length)
  const reportedErrors = allLampErrors.filter((code) => code !== 'functional_test_failed')
  expect(Object.values(lampErrors).toSorted()).toEqual(reportedErrors.toSorted())
})

describe('lamp table', () => {
  test.each(['0', '129', '07', '1.5', '-1', 'constructor'])('refuses position %s', (at) => {
    const lamps = JSON.parse(`{${JSON.stringify(at)}:${JSON.stringify(lamp)}}`)
    expect(gateway.decodeState({ lamps })).toMatchObject({ lamps: [], odd: [{ item: 'lamp item 1' }] })
  })

  test('ignores the prototype key', () => {
    expect(readLamps(JSON.parse(`{"__proto__":${JSON.stringify(lamp)}}`))).toEqual([])
  })

  test('refuses more lamps than positions', () => {
    expect(() => readLamps(Object.fromEntries(Array.from({ length: 129 }, (_, at) => [at, lamp])))).toThrow()
  })

  test('accepts every position from 1 to 128', () => {
    const table = Object.fromEntries(Array.from({ length: 128 }, (_, index) => [index + 1, lamp]))
    expect(readLamps(table).map(({ addr }) => addr)).toEqual(Array.from({ length: 128 }, (_, index) => index + 1))
  })

  test.each([
    ['a serial of 4 digits', { id: 'A1B2' }],
    ['a fault of the gateway', { faults: ['modem'] }],
    ['a level of 101 %', { dim: 101 }],
    ['null for unknown parts', { bat: null }],
    ['a field too many', { colour: 'white' }],
  ])('reports a malformed lamp with %s', (_, change) => {
    const { lamps, odd: malformedItems } = gateway.decodeState({ lamps: { 7: { ...lamp, ...change } } })
    expect(malformedItems).toHaveLength(1)
    for (const { mode } of lamps) expect(mode).toBeNull()
  })

  test('leaves unreported values unknown', () => {
    const { batteryPercent, levelPercent, parity, ratedMin, productCode } = readLamps({ 7: lamp })[0]!
    expect([batteryPercent, levelPercent, parity, ratedMin, productCode]).toEqual([null, null, null, null, null])
  })
})

test.each<TypeEncodedCommand>([
  { name: 'identify', lamp: 0, seconds: 12 },
  { name: 'enrol', windowS: 601 },
  { name: 'ftest', testId: '7d7c4e55-7b1e-4c2b-9a57-0f8a4d3c2b1a', test: 'functional', lamps: [129] },
])('an impossible command is refused: %o', (command) => {
  expect(() => gateway.encodeCommand(command)).toThrow()
})
