import { randomBytes } from 'node:crypto'

/** A unit's own clock. It may be wrong until the platform sets it; timers run by real time all the same. */
export class UnitClock {
  #aheadMs: number
  /** Hears by how many milliseconds the clock was set. */
  onStep: (byMs: number) => void = () => undefined

  constructor(aheadS = 0) {
    this.#aheadMs = aheadS * 1000
  }

  /** Seconds ahead of the real time. */
  get aheadS(): number {
    return Math.round(this.#aheadMs / 1000)
  }
  set aheadS(seconds: number) {
    this.#step(seconds * 1000)
  }

  now(): number {
    return Date.now() + this.#aheadMs
  }

  told(): string {
    return new Date(this.now()).toISOString()
  }

  set(now: number): void {
    this.#step(now - Date.now())
  }

  #step(aheadMs: number): void {
    const byMs = aheadMs - this.#aheadMs
    this.#aheadMs = aheadMs
    this.onStep(byMs)
  }
}

/** Which memory the unit has, and how often it has started with it. */
export type Boot = { life: string; number: number }

/** The name of a memory that begins now. */
export const createLife = (): string => randomBytes(8).toString('hex')
