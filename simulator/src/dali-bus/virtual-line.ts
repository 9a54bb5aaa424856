import { type Random, randomOf } from '../core/random.ts'
import type { BusClock } from './bus-clock.ts'
import { DaliBus } from './dali-bus.ts'
import type { MaintenanceCounters } from './memory-bank.ts'
import { VirtualGear } from './virtual-gear.ts'

export type LineOptions = {
  clock: BusClock
  seed: number
  /** Gear with the short addresses from 0. */
  gears: number
  /** Further gear without a short address. */
  unaddressed?: number
  /** Time of batteries and tests. */
  life?(): number
}

export type VirtualLine = { bus: DaliBus; gears: VirtualGear[] }

/** Some years of use. */
const countedOf = (number: number): MaintenanceCounters => ({
  gearS: 20_000 * 3_600,
  gearStarts: 40 + number,
  gearFailures: 0,
  lampS: 900 * 3_600,
  lampStarts: 300 + number,
  lampFailures: number % 3,
  ratedLife: 50,
})

const createGear = (short: number | null, random: Random, { seed, life }: LineOptions, number: number): VirtualGear => {
  const isMaintained = random.chance(0.4)
  const ratedMin = random.chance(0.7) ? 60 : 180
  return new VirtualGear({
    short,
    edition: random.chance(0.1) ? 1 : 2,
    identity: {
      gtin: isMaintained ? '9010342013607' : '9010342014000',
      id: BigInt(seed) * 1000n + BigInt(number + 1),
      firmware: [2, 1],
      hardware: [1, 0],
    },
    groups: 1 << random.whole(0, 3),
    emergency: { ratedMin, lastsMin: ratedMin * 1.4, features: isMaintained ? 0x0a : 0x08 },
    ...(number % 4 === 0 && { meteredW: 3 }),
    ...(number % 4 === 1 && { counted: countedOf(number) }),
    random: random.next,
    ...(life && { life }),
  })
}

/** A line of healthy emergency gear; the same seed gives the same gear. */
export const createLine = (options: LineOptions): VirtualLine => {
  const { clock, seed, gears, unaddressed = 0 } = options
  const random = randomOf(seed)
  const all = Array.from({ length: gears + unaddressed }, (_, number) =>
    createGear(number < gears ? number : null, random, options, number),
  )
  return { bus: new DaliBus(clock, all), gears: all }
}
