import { describe, expect, it } from 'vitest'
import { findRate, findTariffOverlap } from './tariff.rules.ts'
import { type Tariff, tariff, tariffs } from './tariff.ts'

const week = [1, 2, 3, 4, 5]
const createTariff = (from: string, until: string | null, rates = flat): Tariff => ({ from, until, rates })
const flat = [{ name: 'Day', price: 2_840, hours: [{ days: [...week, 6, 7], from: 0, hours: 24 }] }]

describe('tariffs', () => {
  const rates = [
    { name: 'F1', price: 2_840, hours: [{ days: week, from: 8, hours: 11 }] },
    { name: 'F2', price: 2_620, hours: [{ days: week, from: 19, hours: 4 }] },
  ]
  const all = [createTariff('2026-01-01', '2026-09-30', rates), createTariff('2026-10-01', null)]

  it.each([
    ['2025-12-31', 1, 9, null],
    ['2026-01-01', 4, 8, 'F1'],
    ['2026-01-01', 4, 18, 'F1'],
    ['2026-01-01', 4, 19, 'F2'],
    ['2026-01-01', 4, 23, null],
    ['2026-01-03', 6, 9, null],
    ['2026-09-30', 3, 9, 'F1'],
    ['2026-10-01', 4, 3, 'Day'],
  ])('at %s, weekday %i, hour %i: %s', (date, weekday, hour, name) =>
    expect(findRate(all, { day: date, weekday, hour })?.name ?? null).toBe(name),
  )

  it('continue over midnight and the end of the week', () => {
    const night = [{ name: 'F3', price: 1, hours: [{ days: [7], from: 22, hours: 8 }] }]
    const at = (weekday: number, hour: number) =>
      findRate([createTariff('2026-01-01', null, night)], { day: '2026-02-01', weekday, hour })?.name ?? null
    expect([at(7, 21), at(7, 22), at(1, 0), at(1, 5), at(1, 6), at(2, 0)]).toEqual([null, 'F3', 'F3', 'F3', null, null])
  })

  it('do not overlap in time or hours', () => {
    expect(findTariffOverlap(all)).toBe(null)
    expect(findTariffOverlap([createTariff('2026-02-01', null), createTariff('2026-01-01', '2026-02-01')])).toEqual({
      from: '2026-02-01',
      until: null,
    })
    expect(findTariffOverlap([createTariff('2026-01-01', null), createTariff('2027-01-01', null)])).toEqual({
      from: '2027-01-01',
      until: null,
    })
    const overlappingRates = [...rates, { name: 'X', price: 1, hours: [{ days: [5], from: 22, hours: 2 }] }]
    expect(findTariffOverlap([createTariff('2026-01-01', null, overlappingRates)])).toEqual({
      weekday: 5,
      hour: 22,
      from: '2026-01-01',
    })
  })

  it.each([
    ['a negative price', { price: -1 }],
    ['half of a unit', { price: 0.5 }],
    ['no hour', { hours: [{ days: week, from: 9, hours: 0 }] }],
    ['an hour that there is not', { hours: [{ days: week, from: 24, hours: 1 }] }],
    ['more than a day', { hours: [{ days: week, from: 9, hours: 25 }] }],
    ['no day', { hours: [{ days: [], from: 9, hours: 1 }] }],
  ])('refuse %s', (_, change) => {
    const [rate] = flat
    expect(tariff.safeParse({ ...createTariff('2026-01-01', null), rates: [{ ...rate, ...change }] }).success).toBe(
      false,
    )
  })

  it('refuse an end before the start and more than the limit', () => {
    expect(tariff.safeParse(createTariff('2026-02-01', '2026-01-31')).success).toBe(false)
    expect(tariff.safeParse(createTariff('2026-02-01', '2026-02-01')).success).toBe(true)
    expect(tariffs.safeParse(Array.from({ length: 41 }, () => createTariff('2026-02-01', null))).success).toBe(false)
  })
})
