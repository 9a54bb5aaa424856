import { command, emergencyCommand } from '../bus/opcodes.ts'
import { configure, orderEmergency } from '../bus/transaction.ts'
import type { Clock, Timer } from '../clock.ts'
import type { GearPlace } from '../emergency-test/test-runner.ts'

/** Gear blinks for 10 s after each command. */
const repeatMs = 9_000

/** Lets gear blink until its time is over or somebody stops it. */
export class Identification {
  readonly #clock: Clock
  readonly #blinking = new Map<number, { timer: Timer; endsAt: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns false if the gear could not be reached. */
  async start(place: GearPlace, seconds: number): Promise<boolean> {
    this.stop(place.addr)
    return this.#blink(place, this.#clock.now() + seconds * 1000)
  }

  /** The gear ends its last ten seconds itself. */
  stop(addr: number): void {
    this.#blinking.get(addr)?.timer.cancel()
    this.#blinking.delete(addr)
  }

  async #blink(place: GearPlace, endsAt: number): Promise<boolean> {
    const { line, gear, addr } = place
    const target = { short: gear.short }
    const transaction = gear.isEmergency
      ? orderEmergency(target, emergencyCommand.identify)
      : configure(target, command.identify)
    const { isDone } = await line.run(transaction, 2)
    const left = endsAt - this.#clock.now()
    if (left > repeatMs)
      this.#blinking.set(addr, { endsAt, timer: this.#clock.after(repeatMs, () => void this.#blink(place, endsAt)) })
    else this.#blinking.delete(addr)
    return isDone
  }
}
