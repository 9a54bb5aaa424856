import {
  type AckMessage,
  type MeteredLamp,
  maxReadingsPerLamp,
  maxReadingsPerMessage,
  type TelemetryMessage,
} from '@vigilux/device-plane/envelope.wire.ts'
import type { Boot } from './clock.ts'
import { EnergyMeters, ratedDwOf, type SavedMeter } from './energy-meters.ts'
import type { FaultScript } from './fault-script.ts'
import type { VirtualLamp } from './lamp.ts'
import type { UnitContext } from './unit-context.ts'
import type { UnitLine } from './unit-line.ts'
import type { Appointment } from './wheel.ts'

const momentMs = 900_000
/** 40 days. */
const maxMoments = 40 * 96
/** Random delay: units do not all send at once. */
const spreadMs = 50_000
/** Larger steps of the clock make the times of pending moments meaningless. */
const maxClockStepMs = 30_000
/** Marks an unread lamp. A real counter would need 49 years at 1 kW to reach it. */
const unread = 0xffff_ffff

/** Address, serial and rated power of each listed lamp. */
type Roster = readonly (readonly [addr: number, serial: string, ratedDw: number])[]
/** Energy and time of each lamp, alternating. */
type Moment = { roster: Roster; values: Uint32Array }

export type SavedTelemetry = {
  meters: readonly SavedMeter[]
  rosters: readonly Roster[]
  /** Moment, index of its roster, and values as base64. */
  waiting: readonly (readonly [moment: number, roster: number, values: string])[]
}

export type TelemetryParts = { context: UnitContext; boot: Boot; line: UnitLine; saved: SavedTelemetry | undefined }

const readingOrNull = (value = unread): number | null => (value === unread ? null : value)

/** Reads the counters of all lamps every quarter-hour, and stores them until the server has them. */
export class Telemetry {
  readonly #context: UnitContext
  readonly #boot: Boot
  readonly #line: UnitLine
  readonly #meters: EnergyMeters
  readonly #waiting = new Map<number, Moment>()
  #roster: Roster = []
  #isBlind = false
  #next: Appointment | null = null

  constructor({ context, boot, line, saved }: TelemetryParts) {
    this.#context = context
    this.#boot = boot
    this.#line = line
    this.#meters = new EnergyMeters(saved?.meters)
    for (const [moment, roster, values] of saved?.waiting ?? []) {
      const bytes = Uint8Array.fromBase64(values)
      this.#waiting.set(moment, { roster: saved?.rosters[roster] ?? [], values: new Uint32Array(bytes.buffer) })
    }
    context.clock.onStep = (byMs) => this.#clockStepped(byMs)
    this.arm()
  }

  get saved(): SavedTelemetry {
    const rosters = [...new Set(this.#waiting.values().map(({ roster }) => roster))]
    return {
      meters: this.#meters.saved,
      rosters,
      waiting: [...this.#waiting].map(([moment, { roster, values }]) => [
        moment,
        rosters.indexOf(roster),
        new Uint8Array(values.buffer).toBase64(),
      ]),
    }
  }

  /** Moments without acknowledgment. */
  get size(): number {
    return this.#waiting.size
  }

  /** Updates the meters before lamps change. */
  follow<Lamps extends Iterable<VirtualLamp>>(lamps: Lamps): Lamps {
    for (const lamp of lamps) this.#meters.follow(lamp)
    return lamps
  }

  /** Waits for the next quarter-hour by the unit's clock. */
  arm(): void {
    this.#next?.cancel()
    const now = this.#context.clock.now()
    const next = (Math.floor(now / momentMs) + 1) * momentMs
    this.#next = this.#context.wheel.after(next - now, () => {
      this.read(next / momentMs)
      this.#context.wheel.after(this.#context.random.whole(1_000, spreadMs), () => this.send())
      this.arm()
    })
  }

  /** The clock was set. */
  #clockStepped(byMs: number): void {
    if (Math.abs(byMs) > maxClockStepMs) this.#waiting.clear()
    this.arm()
  }

  /** Reads all listed lamps. */
  read(moment: number): void {
    const lamps = this.#context.list.known
    if (this.#isBlind || lamps.length === 0 || !this.#context.isEnrolled()) return
    const roster: Roster = lamps.map((lamp) => [lamp.addr, lamp.serial, ratedDwOf(lamp)])
    if (JSON.stringify(roster) !== JSON.stringify(this.#roster)) this.#roster = roster
    const values = new Uint32Array(2 * lamps.length).fill(unread)
    for (const [at, lamp] of lamps.entries()) {
      const { energy, onS } = this.#meters.read(lamp)
      if (!lamp.faults.includes('communication')) values.set([energy, onS], 2 * at)
    }
    this.#waiting.set(moment, { roster: this.#roster, values })
    const [oldest] = this.#waiting.keys()
    if (this.#waiting.size > maxMoments && oldest !== undefined) this.#waiting.delete(oldest)
  }

  /** Sends everything without acknowledgment. */
  send(): void {
    if (!this.#line.isConnected || !this.#context.isEnrolled()) return
    for (const message of this.messages()) this.#line.publish('telemetry', JSON.stringify(message))
  }

  /** Combines consecutive moments with the same lamps into one message, as far as they fit. */
  messages(): TelemetryMessage[] {
    const messages: TelemetryMessage[] = []
    let run: [number, Moment][] = []
    const end = (): void => {
      if (run.length > 0) messages.push(this.#messageOf(run))
      run = []
    }
    for (const entry of [...this.#waiting].toSorted(([a], [b]) => a - b)) {
      const last = run.at(-1)
      const { roster } = entry[1]
      const maxMoments = Math.min(maxReadingsPerLamp, Math.floor(maxReadingsPerMessage / roster.length))
      if (last && (last[0] + 1 !== entry[0] || last[1].roster !== roster || run.length >= maxMoments)) end()
      run.push(entry)
    }
    end()
    return messages
  }

  /** Ignores an acknowledgment of another life, which refers to other moments. */
  forget({ life, telemetry = [] }: AckMessage): void {
    if (life !== this.#boot.life) return
    for (const moment of telemetry) this.#waiting.delete(moment)
  }

  /** Clears the memory; the lamps keep their counters. */
  clear(): void {
    this.#waiting.clear()
  }

  suffer(script: FaultScript | null): void {
    this.#isBlind = script?.name === 'reads-no-counters'
    const [first] = this.#context.list.known
    if (script?.name === 'counters-restart') for (const lamp of this.#context.list.known) this.#meters.reset(lamp)
    if (script?.name === 'counter-jumps' && first) this.#meters.jump(first, script.wh)
  }

  close(): void {
    this.#next?.cancel()
  }

  #messageOf(run: readonly [number, Moment][]): TelemetryMessage {
    const [first, { roster }] = run[0] ?? [0, { roster: [] }]
    const valuesOf = (at: number) => run.map(([, { values }]) => readingOrNull(values[at]))
    const lamps = roster.map(
      ([addr, serial, rated], n): MeteredLamp => [addr, serial, rated, valuesOf(2 * n), valuesOf(2 * n + 1)],
    )
    return { life: this.#boot.life, at: this.#context.clock.reportedTime(), first, count: run.length, lamps }
  }
}
