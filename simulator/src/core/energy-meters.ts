import type { VirtualLamp } from './lamp.ts'
import { estimateUsage, isLit, powerOf, ratedOf } from './lamp-measures.ts'

/** State of a meter, and of its lamp since the last reading. */
type Meter = { joules: number; litMs: number; watts: number; isLit: boolean; since: number }

/** Saved meter: serial, joules, milliseconds lit. */
export type SavedMeter = readonly [serial: string, joules: number, litMs: number]
/** Tenths of a Wh, and seconds. */
export type MeterReading = { energy: number; onS: number }

const joulesPerTenth = 360

/** Counters of a unit's lamps. They run in real time, like clocks, whatever the speed of the unit. */
export class EnergyMeters {
  readonly #meters = new Map<string, Meter>()
  readonly #saved: Map<string, SavedMeter>

  constructor(saved: readonly SavedMeter[] = []) {
    this.#saved = new Map(saved.map((meter) => [meter[0], meter]))
  }

  get saved(): SavedMeter[] {
    const now = Date.now()
    const current = [...this.#meters].map(([serial, meter]): SavedMeter => {
      const { joules, litMs } = advanceMeter(meter, now)
      return [serial, Math.round(joules), Math.round(litMs)]
    })
    return [...this.#saved.values().filter(([serial]) => !this.#meters.has(serial)), ...current]
  }

  /** Adds the consumption up to now, before a change or a reading of the lamp. */
  follow(lamp: VirtualLamp): Meter {
    const now = Date.now()
    const meterBefore = this.#meters.get(lamp.serial) ?? this.#begin(lamp, now)
    const meter = { ...advanceMeter(meterBefore, now), watts: powerOf(lamp), isLit: isLit(lamp), since: now }
    this.#meters.set(lamp.serial, meter)
    return meter
  }

  /** Counter readings of a lamp. */
  read(lamp: VirtualLamp): MeterReading {
    const { joules, litMs } = this.follow(lamp)
    return { energy: Math.floor(joules / joulesPerTenth), onS: Math.floor(litMs / 1_000) }
  }

  /** Resets the counters to 0, as with new electronics. */
  reset(lamp: VirtualLamp): void {
    this.#meters.set(lamp.serial, { ...this.follow(lamp), joules: 0, litMs: 0 })
  }

  /** Adds these Wh to the counter by a defect. */
  jump(lamp: VirtualLamp, wh: number): void {
    const meter = this.follow(lamp)
    this.#meters.set(lamp.serial, { ...meter, joules: meter.joules + wh * 3_600 })
  }

  #begin(lamp: VirtualLamp, now: number): Meter {
    const idle = { watts: powerOf(lamp), isLit: isLit(lamp), since: now }
    const savedMeter = this.#saved.get(lamp.serial)
    if (savedMeter) return { ...idle, joules: savedMeter[1], litMs: savedMeter[2] }
    // Consumption of the lamp before the simulation started.
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
