import type { MeteredLamp } from '@vigilux/device-plane/envelope.wire.ts'
import { addTold, momentsPerDay, packReadings, type Readings } from '../server/src/features/energy/day-readings.ts'
import { noSums, packSums, putPart, type Sums, sumDay } from '../server/src/features/energy/sum-readings.ts'
import { type Figure, figureOf } from './measure.ts'

/** A row by lamp and quarter as PostgreSQL keeps it: header and pointer 28, unit, serial, moment and two counters 52, its key 44. */
const plainRowBytes = 28 + 52 + 44

/** Lamps that are dimmed by the hour, and whose meters waver by a tenth of a Wh. */
const daysOf = (lamps: number, days: number): Readings => {
  const readings: Readings = new Map()
  let seed = 7
  const dice = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * most)
  }
  const told = Array.from({ length: lamps }, (_, n): MeteredLamp => {
    let [energy, on] = [dice(1_000_000), dice(10_000_000)]
    const shown: [number[], number[]] = [[], []]
    for (let moment = 0; moment <= days * momentsPerDay; moment++) {
      const hour = Math.floor((moment % momentsPerDay) / 4)
      const isLit = hour >= 6 + (n % 3) && hour < 20
      energy += isLit ? 60 + ((hour * 7 + n) % 5) * 10 + dice(2) : dice(2)
      on += isLit ? 900 : 0
      shown[0].push(energy)
      shown[1].push(on)
    }
    return [n + 1, (0xa1_00_00 + n).toString(16).toUpperCase(), 400, ...shown]
  })
  addTold(readings, { first: 0, count: days * momentsPerDay + 1, lamps: told })
  return readings
}

/** Bytes by lamp and day of everything that is kept, and what it takes to book a quarter of a unit. */
const measured = (lamps: number): { readings: number; sums: number; bookMs: number } => {
  const days = 30
  const readings = daysOf(lamps, days)
  const month: Sums = { slots: 30, lamps: new Map() }
  const year: Sums = { slots: 12, lamps: new Map() }
  let [packed, hours, bookMs] = [0, 0, 0]
  for (let day = 0; day < days; day++) {
    const began = performance.now()
    const sums = sumDay(readings, day * momentsPerDay, (day + 1) * momentsPerDay)
    packed += packReadings(readings.get(day) ?? new Map()).length
    hours += packSums(sums).length
    putPart(month, day, sums)
    packSums(month)
    bookMs += performance.now() - began
  }
  for (let slot = 0; slot < 12; slot++)
    putPart(year, slot, { ...month, lamps: new Map([...month.lamps, ['', noSums(30)]]) })
  const sums = hours / days + packSums(month).length / days + packSums(year).length / 365
  return { readings: packed / days / lamps, sums: sums / lamps, bookMs: bookMs / days }
}

/** What is kept of telemetry, beside a plain row by lamp and quarter. */
export const benchTelemetry = async (): Promise<Figure[]> =>
  [100, 992].flatMap((lamps) => {
    const runs = [measured(lamps), measured(lamps), measured(lamps)]
    const plain = { values: [plainRowBytes * momentsPerDay], what: 'a row by lamp and quarter' }
    const name = (what: string) => `telemetry, ${lamps} lamps: ${what}`
    return [
      figureOf(
        name('readings by lamp and day'),
        'B',
        runs.map(({ readings }) => readings),
        plain,
      ),
      figureOf(
        name('sums by lamp and day'),
        'B',
        runs.map(({ sums }) => sums),
      ),
      figureOf(
        name('sum and pack a day of a unit'),
        'ms',
        runs.map(({ bookMs }) => bookMs),
      ),
    ]
  })
