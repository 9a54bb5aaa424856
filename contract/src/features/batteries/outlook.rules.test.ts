import { describe, expect, it } from 'vitest'
import type { MeasuredLamp } from './outlook.rules.ts'
import {
  computeOutlooks,
  expectedMinutesAt,
  halfYearStarts,
  hasEnoughMeasurements,
  piecesPerHalfYear,
  probabilityEndsBy,
} from './outlook.rules.ts'

const yearMs = 365.25 * 86_400_000
const start = Date.UTC(2022, 10, 20)
const minimumData = { tests: 3, lamps: 20 }
type Shape = { code?: string | null; neededNow?: boolean; shares: number[] }
const lamp = ({ code = '415.009', neededNow = false, shares }: Shape): MeasuredLamp => ({
  code,
  neededNow,
  measured: shares.map((share, year) => ({ at: start + year * yearMs, share })),
})
const lampsOf = (count: number, shape: Shape) => Array.from({ length: count }, () => lamp(shape))
const fading = { shares: [1.4, 1.3, 1.2, 1.1] }
const reasonsFor = (lamps: MeasuredLamp[]) => computeOutlooks(lamps, minimumData).lamps.map(({ why }) => why)

describe('battery outlooks', () => {
  it('exist once a battery and enough others of its code have enough measurements', () => {
    const { lamps, measured: measuredPools } = computeOutlooks(lampsOf(20, fading), minimumData)
    expect(measuredPools.get('415.009')).toBe(20)
    expect(lamps[0]).toMatchObject({ why: null, replacedAfter: null })
    expect(lamps[0]?.ends?.middle?.slice(0, 7)).toBe('2026-11')
  })

  it.each<[string, MeasuredLamp[], unknown]>([
    ['where others are too few', lampsOf(19, fading), 'fewLamps'],
    ['where it is measured too rarely', [lamp({ shares: [1.3, 1.2] }), ...lampsOf(20, fading)], 'fewTests'],
    ['where it was never measured', [lamp({ shares: [] }), ...lampsOf(20, fading)], 'fewTests'],
    ['where it has just been replaced', [lamp({ shares: [1.2, 1.1, 0.9, 1.4] }), ...lampsOf(20, fading)], 'fewTests'],
    ['where it has ended', [lamp({ ...fading, neededNow: true }), ...lampsOf(20, fading)], 'neededNow'],
    ['where nobody knows which it is', [lamp({ ...fading, code: null }), ...lampsOf(20, fading)], 'unknownBattery'],
    [
      'where those measured are of another code',
      [lamp({ ...fading, code: '415.012' }), ...lampsOf(20, fading)],
      'fewLamps',
    ],
  ])('do not exist %s', (_name, lamps, expectedWhy) => {
    const [first] = computeOutlooks(lamps, minimumData).lamps
    expect(first).toMatchObject({ why: expectedWhy, ends: null, fade: null })
  })

  it('respect the minimum data set by the operator', () => {
    expect(computeOutlooks(lampsOf(2, fading), { tests: 3, lamps: 2 }).lamps[0]?.why).toBeNull()
    expect(computeOutlooks(lampsOf(2, fading), { tests: 5, lamps: 2 }).lamps[0]?.why).toBe('fewTests')
  })

  it('describe the current battery and date its replacement', () => {
    const replacedLamp = lamp({ shares: [1.1, 0.9, 1.4, 1.3, 1.2] })
    const [first] = computeOutlooks([replacedLamp, ...lampsOf(20, fading)], minimumData).lamps
    expect(first?.battery).toHaveLength(3)
    expect(first?.replacedAfter).toBe(start + yearMs)
    expect(hasEnoughMeasurements({ batteries: [[], []] }, minimumData)).toBe(false)
  })

  it('are equal for batteries with equal measurements', () => {
    const lamps = [...lampsOf(20, fading), ...lampsOf(20, { shares: [1.5, 1.45, 1.4, 1.35] })]
    const middleEnds = computeOutlooks(lamps, minimumData).lamps.map((one) => one.ends?.middle)
    expect(new Set(middleEnds).size).toBe(2)
    expect(reasonsFor(lamps)).toEqual(lamps.map(() => null))
  })
})

describe('batteries to buy', () => {
  const now = Date.UTC(2026, 10, 20)

  it('are counted by calendar half-year up to 24 months', () => {
    expect(halfYearStarts(now).map((time) => new Date(time).toISOString().slice(0, 10))).toEqual([
      '2026-11-20',
      '2027-01-01',
      '2027-07-01',
      '2028-01-01',
      '2028-07-01',
      '2028-11-20',
    ])
    expect(halfYearStarts(Date.UTC(2027, 0, 1))).toHaveLength(5)
  })

  it('count lamps by the middle of their outlook, up to a maximum', () => {
    const shares = [0, 1, 2, 3, 4].flatMap((n) => lampsOf(20, { shares: [1.45, 1.35, 1.25, 1.12 + n * 0.04] }))
    const fades = computeOutlooks(shares, minimumData).lamps.flatMap(({ fade }) => (fade ? [fade] : []))
    const periods = piecesPerHalfYear(fades, now)
    const dueBy = (time: number) => fades.filter((fade) => probabilityEndsBy(fade, time, now) >= 0.5).length
    expect(periods.reduce((total, { pieces }) => total + pieces, 0)).toBe(dueBy(periods.at(-1)?.until ?? 0))
    expect(dueBy(periods.at(-1)?.until ?? 0)).toBeGreaterThan(0)
    for (const { pieces, min, max } of periods) {
      expect(min).toBeLessThanOrEqual(pieces)
      expect(max).toBeGreaterThanOrEqual(pieces)
    }
  })

  it('are zero without outlooks', () => {
    expect(piecesPerHalfYear([], now).every(({ pieces, max }) => pieces === 0 && max === 0)).toBe(true)
  })
})

it('expected minutes lie between minimum and maximum, which diverge over time', () => {
  const [first] = computeOutlooks(lampsOf(20, { shares: [1.4, 1.32, 1.2, 1.11] }), minimumData).lamps
  const fade = first?.fade
  if (!fade) throw new Error('no outlook')
  const [soonMinutes, lateYears] = [1, 3].map((years) => expectedMinutesAt(fade, fade.last + years * yearMs, 60))
  expect(soonMinutes?.minutes).toBeGreaterThan(lateYears?.minutes ?? 0)
  const width = (one: typeof soonMinutes) => (one ? one.max - one.min : 0)
  expect(width(lateYears)).toBeGreaterThan(width(soonMinutes))
})
