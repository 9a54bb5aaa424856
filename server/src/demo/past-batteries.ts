import { type Dice, diceOf } from './demo-dice.ts'
import type { DescribedUnit } from './estate-file.ts'

export type PastLamp = DescribedUnit['lamps'][number]

export const dayMs = 86_400_000
export const yearMs = 365 * dayMs

/** A battery that was found too weak, and when another took its place. */
export type Exchange = { foundAt: number; changedAt: number }

/** The battery of a lamp through the years, up to what it is now. */
export type Battery = {
  exchange: Exchange | null
  /** Share of the rated duration that it lasts at a time. */
  capacityAt(time: number): number
}

/** One lamp in so many has had its battery changed in these years. */
const shareChanged = 0.06

/** From Monday to Friday, when technicians come. */
const isWorkday = (time: number): boolean => ![0, 6].includes(new Date(time).getUTCDay())

/** A working hour some days after a test, at which what it found is mended. */
export const visitAfter = (found: number, dice: Dice): number => {
  let day = Math.floor(found / dayMs) + 2 + Math.floor(dice.between(0, 6))
  while (!isWorkday(day * dayMs)) day += 1
  return day * dayMs + Math.floor(dice.between(7.5 * 60, 14.5 * 60)) * 60_000
}

const exchangeIn = (autonomyTests: readonly number[], now: number, dice: Dice): Exchange | null => {
  if (dice.next() >= shareChanged) return null
  const foundAt = autonomyTests[1 + Math.floor(dice.between(0, autonomyTests.length - 1))]
  const changedAt = foundAt === undefined ? now : visitAfter(foundAt, dice)
  return foundAt !== undefined && changedAt < now - 2 * dayMs ? { foundAt, changedAt } : null
}

/**
 * A battery fades from year to year to what it is now. Some were too weak at one of the tests, but for the first, and were
 * changed; one that is too weak now was found so by the last.
 */
export const batteryOf = ({ serial, capacity }: PastLamp, autonomyTests: readonly number[], now: number): Battery => {
  const dice = diceOf(serial)
  const fading = dice.between(0.09, 0.17)
  const faded = (time: number): number => (fading * (now - time)) / yearMs
  const last = autonomyTests.at(-1) ?? now
  if (capacity < 1) return { exchange: null, capacityAt: (time) => (time >= last ? capacity : 1.04 + faded(time)) }
  const exchange = exchangeIn(autonomyTests, now, dice)
  if (!exchange) return { exchange, capacityAt: (time) => capacity + faded(time) }
  const tooWeak = dice.between(0.62, 0.96)
  const capacityAt = (time: number): number => {
    if (time > exchange.foundAt) return Math.max(1.2, capacity) + faded(time)
    return time === exchange.foundAt ? tooWeak : 1.03 + faded(time)
  }
  return { exchange, capacityAt }
}
