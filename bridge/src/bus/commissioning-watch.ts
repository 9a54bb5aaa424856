import { special } from './opcodes.ts'

/** The initialisation of another master ends at the latest this time after its last INITIALISE. */
const modeMs = 15 * 60_000
/** The same special frames for input devices (IEC 62386-103). */
const deviceSpecial = { first: 0xc1, terminate: 0x00, initialise: 0x01 }

/** Watches whether another master gives out addresses on a line. */
export class CommissioningWatch {
  #endsAt = Number.NEGATIVE_INFINITY

  isOn(now: number): boolean {
    return now < this.#endsAt
  }

  /** Returns whether a commissioning has ended with this frame. */
  hear(bits: number, [first, second]: readonly number[], now: number): boolean {
    const wasOn = this.isOn(now)
    if (bits === 16) this.#follow(first === special.initialise, first === special.terminate, now)
    else if (bits === 24 && first === deviceSpecial.first)
      this.#follow(second === deviceSpecial.initialise, second === deviceSpecial.terminate, now)
    return wasOn && !this.isOn(now)
  }

  #follow(begins: boolean, ends: boolean, now: number): void {
    if (begins) this.#endsAt = now + modeMs
    if (ends) this.#endsAt = now
  }
}
