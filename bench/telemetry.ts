import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MeteredLamp } from '@vigilux/device-plane/envelope.wire.ts'
import { bookReadings } from '../server/src/features/energy/book-work.ts'
import { addReported, momentsPerDay, packReadings, type Readings } from '../server/src/features/energy/day-readings.ts'
import { energyThread } from '../server/src/features/energy/energy-thread.ts'
import { noSums, packSums, replacePart, type Sums, sumDay } from '../server/src/features/energy/sum-readings.ts'
import { type Figure, figureOf } from './measure.ts'

/** Bytes of a row per lamp and quarter hour: header 28, unit, serial, moment and two counters 52, key 44. */
const plainRowBytes = 28 + 52 + 44

/** Lamps dimmed by the hour, with meters fluctuating by a tenth of a Wh. */
const daysOf = (lamps: number, days: number): Readings => {
  const readings: Readings = new Map()
  let seed = 7
  const randomBelow = (max: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * max)
  }
  const meteredLamps = Array.from({ length: lamps }, (_, n): MeteredLamp => {
    let [energy, onS] = [randomBelow(1_000_000), randomBelow(10_000_000)]
    const levels: [number[], number[]] = [[], []]
    for (let moment = 0; moment <= days * momentsPerDay; moment++) {
      const hour = Math.floor((moment % momentsPerDay) / 4)
      const isLit = hour >= 6 + (n % 3) && hour < 20
      energy += isLit ? 60 + ((hour * 7 + n) % 5) * 10 + randomBelow(2) : randomBelow(2)
      onS += isLit ? 900 : 0
      levels[0].push(energy)
      levels[1].push(onS)
    }
    return [n + 1, (0xa1_00_00 + n).toString(16).toUpperCase(), 400, ...levels]
  })
  addReported(readings, { first: 0, count: days * momentsPerDay + 1, lamps: meteredLamps })
  return readings
}

/** Stored bytes per lamp and day, and the time to book a unit's quarter hour. */
const measureReadings = (lamps: number): { readings: number; sumsBytes: number; bookedMs: number } => {
  const days = 30
  const readings = daysOf(lamps, days)
  const month: Sums = { slots: 30, lamps: new Map() }
  const year: Sums = { slots: 12, lamps: new Map() }
  let [packedBytes, hours, bookedMs] = [0, 0, 0]
  for (let day = 0; day < days; day++) {
    const startedAt = performance.now()
    const daySums = sumDay(readings, day * momentsPerDay, (day + 1) * momentsPerDay)
    packedBytes += packReadings(readings.get(day) ?? new Map()).length
    hours += packSums(daySums).length
    replacePart(month, day, daySums)
    packSums(month)
    bookedMs += performance.now() - startedAt
  }
  for (let slot = 0; slot < 12; slot++)
    replacePart(year, slot, { ...month, lamps: new Map([...month.lamps, ['', noSums(30)]]) })
  const sumsBytes = hours / days + packSums(month).length / days + packSums(year).length / 365
  return { readings: packedBytes / days / lamps, sumsBytes: sumsBytes / lamps, bookedMs: bookedMs / days }
}

/** Longest block of the event loop while a unit's message is booked, with and without a thread. */
const stalls = async (lamps: number): Promise<{ inThread: number; without: number }> => {
  const readings = daysOf(lamps, 2)
  const lampRows = [...(readings.get(0) ?? [])].map(([serial, lamp]) => [lamp.addr, serial, lamp.ratedDw, [1], [1]])
  const order = {
    telemetry: [JSON.stringify({ first: momentsPerDay * 2 + 1, count: 1, lamps: lampRows })],
    readings: [...readings].map(([day, dayReadings]) => ({ day, lamps: packReadings(dayReadings) })),
    days: [{ start: '1970-01-03', from: 2 * momentsPerDay, to: 3 * momentsPerDay }],
    rebuild: false,
    long: [],
    metered: null,
  }
  const measureDelay = async (work: () => unknown): Promise<number> => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await new Promise((done) => setTimeout(done, 20))
    delay.reset()
    await work()
    await new Promise((done) => setTimeout(done, 20))
    delay.disable()
    return delay.max / 1e6
  }
  await energyThread.run('book', order)
  const inThread = await measureDelay(() => energyThread.run('book', order))
  const startedAt = performance.now()
  bookReadings(order)
  return { inThread, without: performance.now() - startedAt }
}

/** Storage of telemetry, next to a plain row per lamp and quarter hour. */
export const benchTelemetry = async (): Promise<Figure[]> => [...measureStorage(), ...(await measureStalls())]

const measureStalls = async (): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const lamps of [100, 992]) {
    const runs = [await stalls(lamps), await stalls(lamps), await stalls(lamps)]
    const plainRuns = { values: runs.map((run) => run.without), what: 'without a thread of its own' }
    const values = runs.map(({ inThread }) => inThread)
    figures.push(
      figureOf(`telemetry, ${lamps} lamps: event loop held while a message is booked`, 'ms', values, plainRuns),
    )
  }
  return figures
}

const measureStorage = (): Figure[] =>
  [100, 992].flatMap((lamps) => {
    const runs = [measureReadings(lamps), measureReadings(lamps), measureReadings(lamps)]
    const plainStorage = { values: [plainRowBytes * momentsPerDay], what: 'a row by lamp and quarter' }
    const name = (metric: string) => `telemetry, ${lamps} lamps: ${metric}`
    return [
      figureOf(
        name('readings by lamp and day'),
        'B',
        runs.map(({ readings }) => readings),
        plainStorage,
      ),
      figureOf(
        name('sums by lamp and day'),
        'B',
        runs.map(({ sumsBytes }) => sumsBytes),
      ),
      figureOf(
        name('sum and pack a day of a unit'),
        'ms',
        runs.map(({ bookedMs }) => bookedMs),
      ),
    ]
  })
