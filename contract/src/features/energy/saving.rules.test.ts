import { describe, expect, it } from 'vitest'
import { baseline } from './baseline.ts'
import { findEmissionFactor } from './emission-factors.ts'
import { computeBaseline, computeSaving, type DayFacts } from './saving.rules.ts'

const day = (weekday: number, usedWh: number | null, change: Partial<DayFacts> = {}): DayFacts => ({
  weekday,
  used: usedWh,
  known: usedWh === null ? 0 : 96,
  missing: 0,
  isOver: true,
  ...change,
})

describe('daily baseline', () => {
  const reference = [day(1, 960), day(1, 480), day(2, null), day(7, 96)]
  const period = { kind: 'period', from: '2026-01-01', until: '2026-01-31' } as const

  it('is the weekday mean of the reference period, where measured', () => {
    const days = [day(1, 1), day(1, 1, { known: 48, missing: 48 }), day(2, 1), day(7, 1, { known: 192 }), day(7, null)]
    expect(computeBaseline(period, days, { reference, ratedW: 40 })).toEqual([720, 360, null, 192, null])
  })

  it('is the installed power for the hours of use', () => {
    const installed = { kind: 'installed', hours: [10, 10, 10, 10, 10, 0, 0] } as const
    const days = [day(1, 1), day(5, 1, { known: 24, missing: 72 }), day(7, 1), day(1, null)]
    const facts = { reference: [], ratedW: 40 }
    expect(computeBaseline({ ...installed, hours: [...installed.hours] }, days, facts)).toEqual([400, 100, 0, null])
    expect(computeBaseline({ ...installed, hours: [...installed.hours] }, days, { ...facts, ratedW: 0 })[0]).toBe(null)
  })
})

describe('saving', () => {
  it('counts past days with known energy and baseline', () => {
    const days = [day(1, 100), day(2, 50), day(3, null), day(4, 999, { isOver: false }), day(5, 10)]
    expect(computeSaving(days, [200, 100, 100, 100, null])).toEqual({
      baseline: 300,
      used: 150,
      saved: 150,
      percent: 50,
      days: 2,
    })
    expect(computeSaving(days, [null, null, null, null, null])).toBe(null)
    expect(computeSaving([day(1, 5)], [0])?.percent).toBe(null)
  })
})

describe('refused baseline', () => {
  it.each([
    [{ kind: 'period', from: '2026-02-01', until: '2026-01-01' }],
    [{ kind: 'period', from: '2026-02-01', until: '2026-02-13' }],
    [{ kind: 'period', from: '2024-02-01', until: '2026-02-13' }],
    [{ kind: 'installed', hours: [1, 2, 3] }],
    [{ kind: 'installed', hours: [25, 0, 0, 0, 0, 0, 0] }],
    [{ kind: 'installed', hours: [-1, 0, 0, 0, 0, 0, 0] }],
  ])('%j', (value) => expect(baseline.safeParse(value).success).toBe(false))
  it('does not include one with 14 days', () =>
    expect(baseline.safeParse({ kind: 'period', from: '2026-02-01', until: '2026-02-14' }).success).toBe(true))
})

describe('emission factor', () => {
  it('is from the year or the latest published one, else null', () => {
    expect(findEmissionFactor('IT', 2023)).toMatchObject({ year: 2023, gPerKwh: 323 })
    expect(findEmissionFactor('IT', 2026)).toMatchObject({ year: 2025, gPerKwh: 285 })
    expect([findEmissionFactor('IT', 2012), findEmissionFactor('AQ', 2025)]).toEqual([null, null])
  })
})
