import type { MeteredLamp, TelemetryMessage } from '@vigilux/device-plane/envelope.wire.ts'
import type { Clock, Timer } from '../clock.ts'
import type { GearPlace } from '../emergency-test/test-runner.ts'
import type { Gear } from '../line/gear.ts'
import { isMaintained, readMaintenance } from '../line/maintenance.ts'
import { isMetering, readMeter, readOperationHours } from '../line/meter.ts'
import type { Journal } from '../platform/journal.ts'
import type { MomentStore } from '../platform/moment-store.ts'
import type { UnitClock } from '../platform/unit-clock.ts'
import type { BridgeState } from './bridge-state.ts'
import type { LampRegister } from './lamp-register.ts'

const momentMs = 900_000
/** Quarter-hours between two reads of maintenance data. */
const maintenanceMoments = 4
/** Longer gaps between two visits to a gear are not counted as light. */
const maxGapMs = 120_000
/** Larger steps of the clock make the times of waiting moments meaningless. */
const maxClockStepMs = 30_000
/** Moments sent at once: one message is soon acknowledged. */
const maxSent = 200
const maxCounter = 0xffff_ffff

/** Parts of the unit for metering. */
export type MeteredUnit = {
  readonly clock: Clock
  readonly time: UnitClock
  readonly journal: Journal<BridgeState>
  readonly lamps: LampRegister
}

export type MeteringOptions = {
  unit: MeteredUnit
  store: MomentStore
  publish(payload: string): void
  /** Something of this lamp was read. */
  onRead(addr: number): void
}

/** Gear with the energy of the lamp: its own, or the mains driver of a pair. */
type Meter = GearPlace & { metering: Gear }

/**
 * Reads energy and operating hours each quarter-hour of the unit's clock, and stores the energy until the platform has
 * it. Gear counts no seconds of light, so the bridge counts them from its own visits.
 */
export class Metering {
  readonly #options: MeteringOptions
  readonly #lit = new Map<string, { seconds: number; seenAt: number | null }>()
  #timer: Timer | null = null

  constructor(options: MeteringOptions) {
    this.#options = options
    for (const [serial, seconds] of Object.entries(options.unit.journal.state.litS))
      this.#lit.set(serial, { seconds, seenAt: null })
  }

  /** Waits for the next quarter-hour. */
  arm(): void {
    this.#timer?.cancel()
    const { clock, time } = this.#options.unit
    const toNext = momentMs - (time.now() % momentMs)
    this.#timer = clock.after(toNext, () => {
      const moment = Math.round(time.now() / momentMs)
      this.arm()
      void this.#read(moment)
    })
  }

  close(): void {
    this.#timer?.cancel()
  }

  /** Nothing of another life stays. */
  forget(): void {
    this.#lit.clear()
    this.#options.store.forgetAll()
  }

  clockStepped(byMs: number): void {
    if (Math.abs(byMs) > maxClockStepMs) this.#options.store.forgetAll()
    this.arm()
  }

  /** A lamp was visited. Light between two visits counts if both found it lit. */
  seen(serial: string, isLit: boolean): void {
    const now = this.#options.unit.clock.now()
    const before = this.#lit.get(serial)
    const sinceMs = before?.seenAt ? now - before.seenAt : 0
    const counted = isLit && sinceMs > 0 && sinceMs <= maxGapMs ? sinceMs / 1000 : 0
    this.#lit.set(serial, { seconds: (before?.seconds ?? 0) + counted, seenAt: isLit ? now : null })
  }

  /** Sends unacknowledged moments again. */
  resend(): void {
    for (const moment of this.#options.store.moments.slice(0, maxSent)) this.#send(moment)
  }

  acknowledge(moments: readonly number[]): void {
    this.#options.store.forget(moments)
  }

  async #read(moment: number): Promise<void> {
    const { unit, store, onRead } = this.#options
    const { places } = unit.lamps
    for (const { line, gear } of places.filter((place) => place.gear.isEmergency))
      gear.readings = { ...gear.readings, operationHours: await readOperationHours(line.run, gear.short) }
    await this.#readMaintenance(moment)
    const meters = places.flatMap((place) => this.#meterOf(place) ?? [])
    const lamps: MeteredLamp[] = []
    for (const meter of meters) lamps.push(await this.#readMeter(meter))
    for (const { addr } of places) onRead(addr)
    unit.journal.commit({ litS: Object.fromEntries([...this.#lit].map(([serial, { seconds }]) => [serial, seconds])) })
    if (lamps.length === 0 || !unit.journal.state.isEnrolled) return
    store.save(moment, lamps)
    this.#send(moment)
  }

  /** Counters of hours and failures need no quarter-hours: reading them costs a second of the bus for each gear. */
  async #readMaintenance(moment: number): Promise<void> {
    for (const { line, addr, gear } of this.#options.unit.lamps.places) {
      const partner = this.#options.unit.lamps.viewAt(addr)?.partner
      for (const one of partner ? [gear, partner] : [gear]) {
        const isDue = moment % maintenanceMoments === 0 || one.readings.maintenance === null
        if (!isDue || !isMaintained(one) || one.presence !== 'answers') continue
        const maintenance = await readMaintenance(line.run, one.short)
        if (maintenance) one.readings = { ...one.readings, maintenance }
      }
    }
  }

  #meterOf(place: GearPlace): Meter | null {
    if (isMetering(place.gear)) return { ...place, metering: place.gear }
    const partner = this.#options.unit.lamps.viewAt(place.addr)?.partner
    return partner && isMetering(partner) ? { ...place, metering: partner } : null
  }

  async #readMeter({ addr, serial, line, metering }: Meter): Promise<MeteredLamp> {
    const isThere = metering.presence === 'answers'
    const read = isThere ? await readMeter(line.run, metering.short) : null
    metering.readings = { ...metering.readings, energyWh: read?.energyWh ?? null, powerW: read?.powerW ?? null }
    const energy = read?.energyWh === undefined || read.energyWh === null ? null : Math.round(read.energyWh * 10)
    if (energy === null || energy > maxCounter) return [addr, serial, null, [null], [null]]
    return [addr, serial, null, [energy], [Math.floor(this.#lit.get(serial)?.seconds ?? 0)]]
  }

  #send(moment: number): void {
    const { unit, store, publish } = this.#options
    const message: TelemetryMessage = {
      life: unit.journal.state.life,
      at: unit.time.reportedTime(),
      first: moment,
      count: 1,
      lamps: store.read(moment),
    }
    publish(JSON.stringify(message))
  }
}
