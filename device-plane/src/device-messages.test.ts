import { describe, expect, test } from 'vitest'
import { readLampDetails, readLampList, readTelemetry, readUnitDetail } from './device-messages.ts'

describe('unit detail', () => {
  const input = (number: number) => ({ number, on: true })

  test('is read without malformed list items', () => {
    const { detail, odd: malformedItems } = readUnitDetail({
      name: 'Hall 3',
      inputs: [input(1), input(0), input(3)],
      relay: { on: true },
    })
    expect(detail).toMatchObject({ name: 'Hall 3', inputs: [input(1), input(3)], relay: { on: true } })
    expect(malformedItems).toMatchObject([{ item: 'detail.inputs.1' }])
  })

  test.each([
    ['a field with an odd value', { name: 'Hall 3', inhibition: 'yes' }],
    ['an unknown field', { name: 'Hall 3', colour: 'white' }],
    ['a list that is too long', { contacts: Array.from({ length: 9 }, () => ({})) }],
    ['no object', 'Hall 3'],
  ])('is dropped with %s', (_, detail) => {
    const read = readUnitDetail(detail)
    expect(read.detail).toBeNull()
    expect(read.odd.length).toBeGreaterThan(0)
  })

  test('is optional', () => {
    expect(readUnitDetail(undefined)).toEqual({ detail: null, odd: [] })
  })
})

test('a malformed lamp detail does not hide others', () => {
  const items = [{ addr: 1, name: 'Stairs' }, { addr: 2, name: 7 }, { addr: 0 }, { addr: 4 }]
  const { lampDetails, odd: malformedItems } = readLampDetails(items)
  expect(lampDetails.map(({ addr }) => addr)).toEqual([1, 4])
  expect(malformedItems).toMatchObject([{ item: 'detail of lamp 2' }, { item: 'detail item 3' }])
})

test('a lamp list with a malformed address removes no lamp', () => {
  expect(readLampList([1, 2, 3])).toEqual({ lampList: [1, 2, 3], odd: [] })
  expect(readLampList([])).toEqual({ lampList: [], odd: [] })
  expect(readLampList(undefined)).toEqual({ lampList: null, odd: [] })
  expect(readLampList([1, '2', 3])).toMatchObject({ lampList: null, odd: [{ item: 'lampList item 2' }] })
})

describe('telemetry', () => {
  const telemetry = (lamps: unknown[]) => ({
    life: 'a11fea11fea11fe0',
    at: '2026-11-24T12:00:05.310Z',
    first: 1995024,
    count: 2,
    lamps,
  })
  const metered = (addr: number, serial: string, energy: unknown = [1, 2]) => [addr, serial, 400, energy, [3, 4]]

  test.each([
    ['a reading too few', metered(2, 'A1B2C4', [1])],
    ['a reading of one counter alone', metered(2, 'A1B2C4', [1, null])],
    ['a counter below 0', metered(2, 'A1B2C4', [1, -1])],
    ['a serial in lower case', metered(2, 'a1b2c4')],
    ['the address of another lamp', metered(1, 'A1B2C4')],
    ['the serial of another lamp', metered(2, 'A1B2C3')],
  ])('is read without a lamp with %s', (_, malformedLamp) => {
    const read = readTelemetry(telemetry([metered(1, 'A1B2C3'), malformedLamp, metered(3, 'A1B2C5')]))
    expect(read.lamps.map(([addr]) => addr)).toEqual([1, 3])
    expect(read.odd).toHaveLength(1)
  })

  test('is refused without a readable lamp or out of bounds', () => {
    expect(() => readTelemetry(telemetry([metered(0, 'A1B2C3')]))).toThrow('no lamp can be read')
    expect(() => readTelemetry(telemetry([]))).toThrow()
    expect(() => readTelemetry({ ...telemetry([metered(1, 'A1B2C3')]), count: 97 })).toThrow()
  })
})
