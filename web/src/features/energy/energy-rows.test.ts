import { expect, test } from 'vitest'
import { heatMapOf, heatStep } from './energy-rows.ts'

const series = (startTimes: string[], usedWh: (number | null)[], missing: number[] = []) => ({
  starts: startTimes,
  used: usedWh,
  missing: startTimes.map((_, at) => missing[at] ?? 0),
  jumps: startTimes.map(() => 0),
})
const hoursFrom = (start: string, count: number) =>
  Array.from({ length: count }, (_, n) => new Date(Date.parse(start) + n * 3_600_000).toISOString())

test.each([
  ['put forward', '2026-03-28T23:00:00Z', 23, 23, false],
  ['put back', '2026-10-24T22:00:00Z', 25, 25, true],
  ['left alone', '2026-06-01T22:00:00Z', 24, 24, false],
])('the heat map has the right hours if the clock is %s', (_, start, count, rows, isRepeated) => {
  const map = heatMapOf(series(hoursFrom(start, count), Array(count).fill(1)), 'Europe/Rome')
  expect([map.days.length, map.hours.length]).toEqual([1, rows])
  expect(map.hours.includes('02:00+')).toBe(isRepeated)
  expect(map.hours.includes('02:00')).toBe(count !== 23)
})

test('an hour that another day lacks is empty there', () => {
  const map = heatMapOf(series(hoursFrom('2026-03-27T23:00:00Z', 47), Array(47).fill(1)), 'Europe/Rome')
  expect(map.cells[map.hours.indexOf('02:00')]).toEqual([{ used: 0.001, missingHours: 0 }, undefined])
})

test('colours depend on the nominal power of the lamps', () => {
  expect([0, 0.2, 1, 2.5, 5, 9].map((usedWh) => heatStep(usedWh, 10))).toEqual([0, 1, 2, 3, 4, 5])
  expect(heatStep(5, 0)).toBe(0)
})
