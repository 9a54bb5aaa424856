import type { VirtualLamp } from './lamp.ts'
import { estimateUsage, isLit, powerOf, ratedOf } from './lamp-measures.ts'

/** What a meter has counted, and what its lamp has done since it was last looked at. */
type Meter = { joules: number; litMs: number; watts: number; isLit: boolean; since: number }

/** A meter as a unit keeps it: serial, joules, milliseconds lit. */
export type SavedMeter = readonly [serial: string, joules: number, litMs: number]
/** Tenths of a Wh, and seconds. */
export type MeterReading = { energy: number; onS: number }

const joulesPerTenth = 360

/** The counters of a unit's lamps. They run by real time, as clocks do, however fast the unit lives otherwise. */
export class EnergyMeters {
  readonly #meters = new Map<string, Meter>()
  readonly #kept: Map<string, SavedMeter>

  constructor(kept: readonly SavedMeter[] = []) {
    this.#kept = new Map(kept.map((meter) => [meter[0], meter]))
  }

  get kept(): SavedMeter[] {
    const now = Date.now()
    const known = [...this.#meters].map(([serial, meter]): SavedMeter => {
      const { joules, litMs } = advanceMeter(meter, now)
      return [serial, Math.round(joules), Math.round(litMs)]
    })
    return [...this.#kept.values().filter(([serial]) => !this.#meters.has(serial)), ...known]
  }

  /** The lamp is another than it was, or is looked at: what it drew until now is counted. */
  follow(lamp: VirtualLamp): Meter {
    const now = Date.now()
    const before = this.#meters.get(lamp.serial) ?? this.#begin(lamp, now)
    const meter = { ...advanceMeter(before, now), watts: powerOf(lamp), isLit: isLit(lamp), since: now }
    this.#meters.set(lamp.serial, meter)
    return meter
  }

  /** What the counters of a lamp show. */
  read(lamp: VirtualLamp): MeterReading {
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
    const { hours, watts } = estimateUsage(lamp, now)
    return { ...idle, joules: hours * watts * 3_600, litMs: hours * 3_600_000 }
  }
}

const advanceMeter = (meter: Meter, now: number): Meter => {
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
