import { expect, it } from 'vitest'
import { findNotable } from './find-notable.ts'
import { noSums, packSums, sumColumns } from './sum-readings.ts'

/** A day of a 30 W lamp with standby power of 0.4 Wh an hour while off. */
const dayOf = (day: string, hoursOn: number, powerDw: number) => {
  const sums = noSums(24)
  const [energy, onS, known] = (['energy', 'onS', 'known'] as const).map((name) => sums[sumColumns.indexOf(name)])
  for (let hour = 0; hour < 24; hour++) {
    const isOn = hour >= 8 && hour < 8 + hoursOn
    if (energy) energy[hour] = isOn ? powerDw : 4
    if (onS) onS[hour] = isOn ? 3_600 : 0
    if (known) known[hour] = 4
  }
  return { day, lamps: packSums({ slots: 24, lamps: new Map([['5EAD01', sums]]) }), night: [1, 2, 3, 4] }
}
const notesOf = (...days: ReturnType<typeof dayOf>[]) =>
  findNotable({ unit: 'unit', rated: new Map([['5EAD01', 300]]), days })

it('a lamp lit for a few hours without power is reported', () => {
  expect(notesOf(dayOf('2026-03-06', 13, 200), dayOf('2026-03-07', 5, 0))).toMatchObject([
    { kind: 'no_power', serial: '5EAD01', day: '2026-03-07', used: 0, onS: 5 * 3_600 },
  ])
})

it('a day with the lamp off does not affect its power note', () => {
  expect(notesOf(dayOf('2026-03-07', 5, 0), dayOf('2026-03-08', 0, 0))).toMatchObject([
    { kind: 'no_power', day: '2026-03-07' },
  ])
  expect(notesOf(dayOf('2026-03-06', 13, 0), dayOf('2026-03-07', 5, 200), dayOf('2026-03-08', 0, 0))).toEqual([])
})
