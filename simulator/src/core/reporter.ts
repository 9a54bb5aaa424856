import { chargeAt, type VirtualLamp } from './lamp.ts'
import type { UnitLine } from './unit-line.ts'
import type { UnitFace, UnitWire } from './unit-wire.ts'
import type { Wheel } from './wheel.ts'

/** Changes within this time go out in one message. */
const gatherMs = 250

export type ReporterOptions = {
  wire: UnitWire
  wheel: Wheel
  speed: number
  boot: number
  line: UnitLine
  isEnrolled(): boolean
  face(): UnitFace
  /** Every lamp that the unit knows. */
  lamps(): readonly VirtualLamp[]
}

/** Tells the platform how the unit and its lamps are: what changed, soon after it changed. */
export class Reporter {
  readonly #options: ReporterOptions
  readonly #changed = new Set<VirtualLamp>()
  #isGathering = false
  #beginsAnew = false
  #stateSeq = 0
  #shadowSeq = 0

  constructor(options: ReporterOptions) {
    this.#options = options
  }

  changed(lamps: Iterable<VirtualLamp>): void {
    for (const lamp of lamps) this.#changed.add(lamp)
    if (this.#isGathering) return
    this.#isGathering = true
    this.#options.wheel.after(gatherMs, () => {
      this.#isGathering = false
      const gathered = [...this.#changed]
      this.#changed.clear()
      this.sendState(gathered)
    })
  }

  /** What was told of lamps before is void. */
  beginAnew(): void {
    this.#changed.clear()
    this.#beginsAnew = true
  }

  sendEverything(): void {
    this.sendShadow()
    this.sendState(this.#options.lamps())
  }

  sendShadow(): void {
    const { wire, line, face } = this.#options
    line.publish('shadow', this.#numbered(this.#shadowSeq++, wire.writeShadow(face())), true)
  }

  sendState(lamps: readonly VirtualLamp[]): void {
    const { wire, line, speed, face, isEnrolled } = this.#options
    if (!isEnrolled() || !line.isConnected) return
    const now = Date.now()
    const readings = lamps.map((lamp) => ({
      lamp,
      charge: chargeAt(lamp, now, speed),
      isBlinking: lamp.blinksUntil > now,
    }))
    const size = wire.lampsPerMessage
    for (let at = 0; at === 0 || at < readings.length; at += size) {
      const body = wire.writeState(at === 0 ? face() : null, readings.slice(at, at + size), this.#beginsAnew)
      this.#beginsAnew = false
      line.publish('state', this.#numbered(this.#stateSeq++, body))
    }
  }

  #numbered(seq: number, body: unknown): string {
    return JSON.stringify({ boot: this.#options.boot, seq, at: new Date().toISOString(), body })
  }
}
