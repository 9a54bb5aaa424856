import { type Dice, diceOf } from './demo-dice.ts'
import type { DescribedUnit } from './estate-file.ts'

export type PastLamp = DescribedUnit['lamps'][number]

export const dayMs = 86_400_000
export const yearMs = 365 * dayMs

/** A weak battery: when it was found, and when it was replaced. */
export type Exchange = { foundAt: number; changedAt: number }

/** The battery of a lamp over the years, up to its present state. */
export type Battery = {
  exchange: Exchange | null
  /** Capacity at a time, as a share of the rated duration. */
  capacityAt(time: number): number
}

/** Share of lamps whose battery was replaced in these years. */
const shareChanged = 0.06

/** Monday to Friday, when technicians come. */
const isWorkday = (time: number): boolean => ![0, 6].includes(new Date(time).getUTCDay())

/** A working hour some days after a test, at which its findings are repaired. */
export const nextVisit = (found: number, dice: Dice): number => {
  let day = Math.floor(found / dayMs) + 2 + Math.floor(dice.between(0, 6))
  while (!isWorkday(day * dayMs)) day += 1
  return day * dayMs + Math.floor(dice.between(7.5 * 60, 14.5 * 60)) * 60_000
}

const exchangeIn = (autonomyTests: readonly number[], now: number, dice: Dice): Exchange | null => {
  if (dice.next() >= shareChanged) return null
  const foundAt = autonomyTests[1 + Math.floor(dice.between(0, autonomyTests.length - 1))]
  const changedAt = foundAt === undefined ? now : nextVisit(foundAt, dice)
  return foundAt !== undefined && changedAt < now - 2 * dayMs ? { foundAt, changedAt } : null
}

/** Capacity of a failing battery at the test before its end, as a multiple of the rated duration. */
const isStillEnough = [1.03, 1.12] as const

/** Deviation of the last measurement from the trend of the previous ones. */
const maxDeviation = 0.015

/**
 * Capacity of a battery with a known value at the end: it fades nearly evenly, but passed the test before. So the
 * earlier tests predict its end.
 */
const createFading = (found: number, end: number, tests: readonly number[], leastFading: number, dice: Dice) => {
  const share = found + dice.between(-maxDeviation, maxDeviation)
  const before = tests.findLast((time) => time < end)
  const needed = before === undefined ? 0 : ((dice.between(...isStillEnough) - share) * yearMs) / (end - before)
  const yearlyFading = Math.max(leastFading, needed)
  return (time: number): number => (time >= end ? found : share + (yearlyFading * (end - time)) / yearMs)
}

/**
 * The battery fades each year to its present state. Some failed a test, except the first, and were replaced; a battery
 * too weak at present failed the last test.
 */
export const batteryOf = ({ serial, capacity }: PastLamp, autonomyTests: readonly number[], now: number): Battery => {
  const dice = diceOf(serial)
  const yearlyFading = dice.between(0.09, 0.17)
  const fadedShareAt = (time: number): number => (yearlyFading * (now - time)) / yearMs
  const last = autonomyTests.at(-1) ?? now
  if (capacity < 1)
    return { exchange: null, capacityAt: createFading(capacity, last, autonomyTests, yearlyFading, dice) }
  const exchange = exchangeIn(autonomyTests, now, dice)
  if (!exchange) return { exchange, capacityAt: (time) => capacity + fadedShareAt(time) }
  const { foundAt } = exchange
  const oldBatteryShare = createFading(dice.between(0.86, 0.98), foundAt, autonomyTests, yearlyFading, dice)
  return {
    exchange,
    capacityAt: (time) => (time > foundAt ? Math.max(1.2, capacity) + fadedShareAt(time) : oldBatteryShare(time)),
  }
}
