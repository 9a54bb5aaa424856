import type { VirtualLamp } from './lamp.ts'
import { hasLit, isLit, powerOf, ratedOf } from './lamp-measures.ts'

/** What a meter has counted, and what its lamp has done since it was last looked at. */
type Meter = { joules: number; litMs: number; watts: number; isLit: boolean; since: number }

/** A meter as a unit keeps it: serial, joules, milliseconds lit. */
export type KeptMeter = readonly [serial: string, joules: number, litMs: number]
/** Tenths of a Wh, and seconds. */
export type Shown = { energy: number; onS: number }

const joulesPerTenth = 360

/** The counters of a unit's lamps. They run by real time, as clocks do, however fast the unit lives otherwise. */
export class EnergyMeters {
  readonly #meters = new Map<string, Meter>()
  readonly #kept: Map<string, KeptMeter>

  constructor(kept: readonly KeptMeter[] = []) {
    this.#kept = new Map(kept.map((meter) => [meter[0], meter]))
  }

  get kept(): KeptMeter[] {
    const now = Date.now()
    const known = [...this.#meters].map(([serial, meter]): KeptMeter => {
      const { joules, litMs } = advanced(meter, now)
      return [serial, Math.round(joules), Math.round(litMs)]
    })
    return [...this.#kept.values().filter(([serial]) => !this.#meters.has(serial)), ...known]
  }

  /** The lamp is another than it was, or is looked at: what it drew until now is counted. */
  follow(lamp: VirtualLamp): Meter {
    const now = Date.now()
    const before = this.#meters.get(lamp.serial) ?? this.#begin(lamp, now)
    const meter = { ...advanced(before, now), watts: powerOf(lamp), isLit: isLit(lamp), since: now }
    this.#meters.set(lamp.serial, meter)
    return meter
  }

  /** What the counters of a lamp show. */
  read(lamp: VirtualLamp): Shown {
    const { joules, litMs } = this.follow(lamp)
    return { energy: Math.floor(joules / joulesPerTenth), onS: Math.floor(litMs / 1_000) }
  }

  /** Its electronics are new: it counts from 0. */
  reset(lamp: VirtualLamp): void {
    this.#meters.set(lamp.serial, { ...this.follow(lamp), joules: 0, litMs: 0 })
  }

  /** Something is wrong with it, and it shows so many Wh more. */
  jump(lamp: VirtualLamp, wh: number): void {
    const meter = this.follow(lamp)
    this.#meters.set(lamp.serial, { ...meter, joules: meter.joules + wh * 3_600 })
  }

  #begin(lamp: VirtualLamp, now: number): Meter {
    const idle = { watts: powerOf(lamp), isLit: isLit(lamp), since: now }
    const kept = this.#kept.get(lamp.serial)
    if (kept) return { ...idle, joules: kept[1], litMs: kept[2] }
    // It has burned since it was new, before anybody looked.
    const { hours, watts } = hasLit(lamp, now)
    return { ...idle, joules: hours * watts * 3_600, litMs: hours * 3_600_000 }
  }
}

const advanced = (meter: Meter, now: number): Meter => {
  const elapsedMs = Math.max(0, now - meter.since)
  return {
    ...meter,
    joules: meter.joules + (meter.watts * elapsedMs) / 1_000,
    litMs: meter.litMs + (meter.isLit ? elapsedMs : 0),
    since: now,
  }
}

/** Rated power in tenths of a watt. */
export const ratedDwOf = (lamp: VirtualLamp): number => Math.round(ratedOf(lamp) * 10)
