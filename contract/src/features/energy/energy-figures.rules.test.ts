import { expect, test } from 'vitest'
import {
  chartScale,
  chartScaleOfRows,
  formatCo2,
  formatKwh,
  shareIn,
  toEnergyRows,
  toKwh,
  visibleShares,
} from './energy-figures.rules.ts'

const series = (startTimes: string[], series: (number | null)[], missing: number[] = []) => ({
  starts: startTimes,
  used: series,
  missing: startTimes.map((_, at) => missing[at] ?? 0),
  jumps: startTimes.map(() => 0),
})
const total = { from: '', until: '', used: null, litHours: 0, missing: 0, jumps: 0, resets: 0 }

test('energy rows show gaps as null next to the previous year', () => {
  const now = series(['2026-03-01T23:00:00Z', '2026-03-02T23:00:00Z'], [1_500, null], [0, 6])
  const before = series(['2025-03-01T23:00:00Z', '2025-03-02T23:00:00Z'], [null, 0])
  const rows = toEnergyRows({ series: now, lastYear: { series: before, total }, baseline: [3_000, null] })
  expect(rows).toEqual([
    { start: '2026-03-01T23:00:00Z', used: 1.5, lastYear: null, baseline: 3, missingHours: 0, jumps: 0 },
    { start: '2026-03-02T23:00:00Z', used: null, lastYear: 0, baseline: null, missingHours: 1.5, jumps: 0 },
  ])
  expect(chartScaleOfRows(rows).top).toBe(3)
})

test.each([
  [54_840.3, 54.8403],
  [-14_164.7347, -14.1647],
  [0.1, 0.0001],
  [null, null],
  [undefined, null],
])('%d Wh are %d kWh, as exact as they are measured', (wh, kwh) => {
  expect(toKwh(wh)).toBe(kwh)
})

test.each([
  [[], 1],
  [[0, 0], 1],
  [[3.2], 4],
  [[0.07], 0.08],
  [[5_512], 6_000],
])('the chart scale of %j ends at %d', (values, top) => {
  expect(chartScale(values).top).toBeCloseTo(top)
})

test('small sums have more decimals, and unknown values show a dash', () => {
  const measure = (value: number, unit: string, decimals = 2) => `${Number(value.toFixed(decimals))} ${unit}`
  const texts = [null, 0, 123.4, -999.4, 1_234.5, 99_950, 123_456].map((wh) => formatKwh(measure, wh))
  expect(texts).toEqual(['–', '0 kWh', '0.123 kWh', '-0.999 kWh', '1.2 kWh', '100 kWh', '123 kWh'])
  expect([null, 9.94, 1_234.4].map((kg) => formatCo2(measure, kg))).toEqual(['–', '9.9 kg', '1234 kg'])
})

test('shares use known values, and a zone share without lamps is hidden', () => {
  expect([shareIn({ used: 25 }, 100), shareIn({ used: null }, 100), shareIn({ used: 0 }, 0)]).toEqual([
    0.25,
    null,
    null,
  ])
  const share = { zone: null, lamps: 0, used: null, missing: 0, days: [], saved: null, percent: null }
  const zone = { ...share, zone: { id: 'a', name: 'Halls' } }
  expect(visibleShares([zone, share])).toEqual([zone])
  expect(visibleShares([zone, { ...share, used: 5 }])).toHaveLength(2)
})
