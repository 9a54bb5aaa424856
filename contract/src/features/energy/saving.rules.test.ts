import { describe, expect, it } from 'vitest'
import { baseline } from './baseline.ts'
import { factorOf } from './emission-factors.ts'
import { baselineOfDays, type DayFacts, savingOf } from './saving.rules.ts'
import { overlapOf, rateAt } from './tariff.rules.ts'
import { type Tariff, tariff, tariffs } from './tariff.ts'

const day = (weekday: number, used: number | null, change: Partial<DayFacts> = {}): DayFacts => ({
  ...{ weekday, used, known: used === null ? 0 : 96, missing: 0, isOver: true },
  ...change,
})

describe('the baseline of a day', () => {
  const reference = [day(1, 960), day(1, 480), day(2, null), day(7, 96)]
  const period = { kind: 'period', from: '2026-01-01', until: '2026-01-31' } as const

  it('is the mean of the same weekday in the chosen period, for what was measured', () => {
    const days = [day(1, 1), day(1, 1, { known: 48, missing: 48 }), day(2, 1), day(7, 1, { known: 192 }), day(7, null)]
    expect(baselineOfDays(period, days, { reference, ratedW: 40 })).toEqual([720, 360, null, 192, null])
  })

  it('is installed power for the hours of use', () => {
    const installed = { kind: 'installed', hours: [10, 10, 10, 10, 10, 0, 0] } as const
    const days = [day(1, 1), day(5, 1, { known: 24, missing: 72 }), day(7, 1), day(1, null)]
    const facts = { reference: [], ratedW: 40 }
    expect(baselineOfDays({ ...installed, hours: [...installed.hours] }, days, facts)).toEqual([400, 100, 0, null])
    expect(baselineOfDays({ ...installed, hours: [...installed.hours] }, days, { ...facts, ratedW: 0 })[0]).toBe(null)
  })
})

describe('what is saved', () => {
  it('counts days that are over and of which both are known', () => {
    const days = [day(1, 100), day(2, 50), day(3, null), day(4, 999, { isOver: false }), day(5, 10)]
    expect(savingOf(days, [200, 100, 100, 100, null])).toEqual({
      ...{ baseline: 300, used: 150, saved: 150, percent: 50, days: 2 },
    })
    expect(savingOf(days, [null, null, null, null, null])).toBe(null)
    expect(savingOf([day(1, 5)], [0])?.percent).toBe(null)
  })
})

describe('a baseline is refused', () => {
  it.each([
    [{ kind: 'period', from: '2026-02-01', until: '2026-01-01' }],
    [{ kind: 'period', from: '2026-02-01', until: '2026-02-13' }],
    [{ kind: 'period', from: '2024-02-01', until: '2026-02-13' }],
    [{ kind: 'installed', hours: [1, 2, 3] }],
    [{ kind: 'installed', hours: [25, 0, 0, 0, 0, 0, 0] }],
    [{ kind: 'installed', hours: [-1, 0, 0, 0, 0, 0, 0] }],
  ])('%j', (value) => expect(baseline.safeParse(value).success).toBe(false))
  it('unless it has at least 14 days', () =>
    expect(baseline.safeParse({ kind: 'period', from: '2026-02-01', until: '2026-02-14' }).success).toBe(true))
})

const week = [1, 2, 3, 4, 5]
const of = (from: string, until: string | null, rates = flat): Tariff => ({ from, until, rates })
const flat = [{ name: 'Day', price: 2_840, hours: [{ days: [...week, 6, 7], from: 0, hours: 24 }] }]

describe('tariffs', () => {
  const rates = [
    { name: 'F1', price: 2_840, hours: [{ days: week, from: 8, hours: 11 }] },
    { name: 'F2', price: 2_620, hours: [{ days: week, from: 19, hours: 4 }] },
  ]
  const all = [of('2026-01-01', '2026-09-30', rates), of('2026-10-01', null)]

  it.each([
    ['2025-12-31', 1, 9, null],
    ['2026-01-01', 4, 8, 'F1'],
    ['2026-01-01', 4, 18, 'F1'],
    ['2026-01-01', 4, 19, 'F2'],
    ['2026-01-01', 4, 23, null],
    ['2026-01-03', 6, 9, null],
    ['2026-09-30', 3, 9, 'F1'],
    ['2026-10-01', 4, 3, 'Day'],
  ])('on %s, weekday %i, at %i: %s', (its, weekday, hour, name) =>
    expect(rateAt(all, { day: its, weekday, hour })?.name ?? null).toBe(name),
  )

  it('go on over midnight, and over the end of the week', () => {
    const night = [{ name: 'F3', price: 1, hours: [{ days: [7], from: 22, hours: 8 }] }]
    const at = (weekday: number, hour: number) =>
      rateAt([of('2026-01-01', null, night)], { day: '2026-02-01', weekday, hour })?.name ?? null
    expect([at(7, 21), at(7, 22), at(1, 0), at(1, 5), at(1, 6), at(2, 0)]).toEqual([null, 'F3', 'F3', 'F3', null, null])
  })

  it('overlap neither in time nor in hours', () => {
    expect(overlapOf(all)).toBe(null)
    expect(overlapOf([of('2026-02-01', null), of('2026-01-01', '2026-02-01')])).toEqual({
      from: '2026-02-01',
      until: null,
    })
    expect(overlapOf([of('2026-01-01', null), of('2027-01-01', null)])).toEqual({ from: '2027-01-01', until: null })
    const twice = [...rates, { name: 'X', price: 1, hours: [{ days: [5], from: 22, hours: 2 }] }]
    expect(overlapOf([of('2026-01-01', null, twice)])).toEqual({ weekday: 5, hour: 22, from: '2026-01-01' })
  })

  it.each([
    ['a negative price', { price: -1 }],
    ['half of a unit', { price: 0.5 }],
    ['no hour', { hours: [{ days: week, from: 9, hours: 0 }] }],
    ['an hour that there is not', { hours: [{ days: week, from: 24, hours: 1 }] }],
    ['more than a day', { hours: [{ days: week, from: 9, hours: 25 }] }],
    ['no day', { hours: [{ days: [], from: 9, hours: 1 }] }],
  ])('%s is refused', (_, change) => {
    const [one] = flat
    expect(tariff.safeParse({ ...of('2026-01-01', null), rates: [{ ...one, ...change }] }).success).toBe(false)
  })

  it('an end before the start is refused, and too many', () => {
    expect(tariff.safeParse(of('2026-02-01', '2026-01-31')).success).toBe(false)
    expect(tariff.safeParse(of('2026-02-01', '2026-02-01')).success).toBe(true)
    expect(tariffs.safeParse(Array.from({ length: 41 }, () => of('2026-02-01', null))).success).toBe(false)
  })
})

describe('what a kWh emits', () => {
  it('is of the year, or of the last year before it that is published, and of no country that is not known', () => {
    expect(factorOf('IT', 2023)).toMatchObject({ year: 2023, gPerKwh: 323 })
    expect(factorOf('IT', 2026)).toMatchObject({ year: 2025, gPerKwh: 285 })
    expect([factorOf('IT', 2012), factorOf('AQ', 2025)]).toEqual([null, null])
  })
})
