import { describe, expect, test } from 'vitest'
import { utcOffset } from '../UnitFacts.tsx'
import { checkSerial, passedMark, readUnitCode, stepOf, typeOfSerial } from './enrol-step.ts'

describe('the step of the wizard', () => {
  test.each([
    [undefined, 'name', 'type'],
    [{ connection: 'notAcquired', unknown_life_since: null }, 'lamps', 'keys'],
    [{ connection: 'connected', unknown_life_since: null }, undefined, 'lamps'],
    [{ connection: 'disconnected', unknown_life_since: '2026-03-02T09:00:00Z' }, 'name', 'keys'],
    [{ connection: 'disconnected', unknown_life_since: null }, 'name', 'name'],
    [{ connection: 'connected', unknown_life_since: null }, 'type', 'type'],
    [{ connection: 'connected', unknown_life_since: null }, 'done', 'done'],
    [{ connection: 'notAcquired', unknown_life_since: null }, 'done', 'keys'],
  ] as const)('for unit %j with requested step %s is %s', (unit, enteredType, step) => {
    expect(stepOf(unit, enteredType)).toBe(step)
  })
})

test.each([
  [' 0a1b2c ', 6, { serial: '0A1B2C' }],
  ['0A1B2', 6, { wrong: 'digits', given: 5 }],
  ['0A1B2', 5, { serial: '0A1B2' }],
  ['0A1B2C', 5, { wrong: 'digits', given: 6 }],
  ['0A1B2G', 6, { wrong: 'letters', given: 6 }],
])('the serial %j of %i digits gives %j', (typedText, digits, found) => {
  expect(checkSerial(typedText, digits)).toEqual(found)
})

test('the time left is announced once at each mark, also if seconds are skipped', () => {
  expect(passedMark(undefined, 60)).toBe(60)
  expect(passedMark(60, 59)).toBeUndefined()
  expect(passedMark(32, 28)).toBe(30)
  expect(passedMark(11, 10)).toBe(10)
  expect(passedMark(undefined, 8)).toBe(10)
  expect(passedMark(10, 9)).toBeUndefined()
})

test.each([
  [60, 'UTC+1'],
  [330, 'UTC+5:30'],
  [-210, 'UTC−3:30'],
  [0, 'UTC+0'],
])('%i minutes are %s', (minutes, expectedText) => {
  expect(utcOffset(minutes)).toBe(expectedText)
})

const types = [
  { cu_type: 'radio', serialDigits: 5 },
  { cu_type: 'wired', serialDigits: 6 },
  { cu_type: 'gate', serialDigits: 6 },
]

test.each([
  ['0A1B2', 'radio'],
  [' 0a1b2 ', 'radio'],
  ['0A1B2C', undefined],
  ['0A1B', undefined],
  ['0A1BZ', undefined],
])('the type of the serial %j is certain: %j', (serial, type) => {
  expect(typeOfSerial(serial, types)).toBe(type)
})

test.each([
  ['0a1b2', { serial: '0A1B2', type: 'radio' }],
  ['0A1B2C', { serial: '0A1B2C', type: undefined }],
  ['gate_0A1B2C', { serial: '0A1B2C', type: 'gate' }],
  ['https://vigilux.example/u/wired_0A1B2C', { serial: '0A1B2C', type: 'wired' }],
  ['https://vigilux.example/?unit=0a1b2c', { serial: '0A1B2C', type: undefined }],
  ['radio_0A1B2C', { serial: '0A1B2C', type: undefined }],
  ['SN: 0A1B2', { serial: '0A1B2', type: 'radio' }],
  ['S/N 0A1B2C\nType WIRED', { serial: '0A1B2C', type: undefined }],
  ['https://maker.test/01/08012345678905/21/0a1b2c', { serial: '0A1B2C', type: undefined }],
  ['https://www.ristorante.example/menu?id=202611', undefined],
  ['https://bit.ly/3abcde', undefined],
  ['https://photos.example/p/123456', undefined],
  ['tel:123456', undefined],
  ['1300005A7', undefined],
  ['Padiglione B', undefined],
])('the code %j is read as %j', (content, found) => {
  expect(readUnitCode(content, types)).toEqual(found)
})
