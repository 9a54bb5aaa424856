import { describe, expect, it } from 'vitest'
import { parseUnitTime } from './unit-time.ts'

const read = (value: unknown) => {
  const time = parseUnitTime(value)
  return time && [time.at.toISOString(), time.hasZone]
}

describe('unit time', () => {
  it.each([
    ['2026-03-02T08:50:00Z', '2026-03-02T08:50:00.000Z'],
    ['2026-03-02T08:50:00.123456789Z', '2026-03-02T08:50:00.123Z'],
    ['2026-03-02T08:50:00+00:00', '2026-03-02T08:50:00.000Z'],
    ['2026-03-02T09:50:00+01:00', '2026-03-02T08:50:00.000Z'],
    ['2026-03-01T23:20:00-0930', '2026-03-02T08:50:00.000Z'],
    ['2026-03-02 09:50:00+01', '2026-03-02T08:50:00.000Z'],
    ['2026-03-02t08:50z', '2026-03-02T08:50:00.000Z'],
    ['2026-03-02T08:50:00.12345678901234Z', '2026-03-02T08:50:00.123Z'],
    ['2026-03-02T08:50:00,5-00:00', '2026-03-02T08:50:00.500Z'],
    ['2026-12-31T24:00:00Z', '2027-01-01T00:00:00.000Z'],
    ['2026-12-31T24:00+02:00', '2026-12-31T22:00:00.000Z'],
    ['2024-02-29T23:59:60Z', '2024-03-01T00:00:00.000Z'],
  ])('with a zone: %s', (unitTime, at) => {
    expect(read(unitTime)).toEqual([at, true])
  })

  it.each(['2026-03-02T08:50:00', '2026-03-02T08:50:00.000', '2026-03-02 08:50'])('without a zone: %s', (unitTime) => {
    expect(read(unitTime)).toEqual(['2026-03-02T08:50:00.000Z', false])
  })

  it.each([
    '',
    'now',
    '2026-02-30T08:50:00Z',
    '2026-13-01T08:50:00Z',
    '2026-03-02T24:50:00Z',
    '2026-03-02T24:00:00.5Z',
    '2026-03-02T25:00:00Z',
    '2026-03-02T08:61:00Z',
    '2026-03-02',
    '1772441400',
    1772441400,
    null,
    undefined,
    {},
    '2026-03-02T08:50:00+25:00',
    '\u0000',
  ])('is refused: %j', (unitTime) => {
    expect(read(unitTime)).toBeNull()
  })

  it.each(['0000-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'])(
    'at the limits of Date is valid: %s',
    (unitTime) => {
      expect(parseUnitTime(unitTime)?.at.getTime()).not.toBeNaN()
    },
  )
})
