import { expect, it } from 'vitest'
import { dayIn } from '../../kernel/zoned.ts'
import { runsAfter, runsOn, sunOfDay } from './calendar-runs.ts'

const zone = 'Europe/Helsinki'
const facts = { zone, position: { lat: 65.7, long: 24.6 }, holidays: new Set<string>() }
const summer = Array.from({ length: 92 }, (_, n) => Temporal.PlainDate.from('2026-06-01').add({ days: n }))
const activation = {
  mode: 'calendar',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  skipHolidays: false,
  period: null,
  time: { kind: 'sunset', offset: 0 },
} as unknown as Parameters<typeof runsOn>[0]

it('a scene runs at both sunsets of a day with two', () => {
  const doubleSunsetDays = summer.filter((day) => sunOfDay(day, zone, facts.position).sunset.length === 2)
  expect(doubleSunsetDays).toHaveLength(1)
  for (const day of doubleSunsetDays) {
    const runs = runsOn(activation, day, facts)
    expect(runs.map(({ at }) => at && dayIn(at, zone))).toEqual([day.toString(), day.toString()])
    const [first, second] = runs.map(({ at }) => at as Date)
    const next = runsAfter(activation, { after: first as Date, days: 2, facts }).next().value
    expect(next?.at).toEqual(second)
  }
})
