import { randomBytes } from 'node:crypto'

/** Clock of a unit. It may be wrong until the platform sets it; timers run in real time regardless. */
export class UnitClock {
  #aheadMs: number
  /** Called with the milliseconds by which the clock was set. */
  onStep: (byMs: number) => void = () => undefined

  constructor(aheadS = 0) {
    this.#aheadMs = aheadS * 1000
  }

  /** Seconds ahead of real time. */
  get aheadS(): number {
    return Math.round(this.#aheadMs / 1000)
  }
  set aheadS(seconds: number) {
    this.#step(seconds * 1000)
  }

  now(): number {
    return Date.now() + this.#aheadMs
  }

  reportedTime(): string {
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

/** Life of the unit's memory, and number of its starts. */
export type Boot = { life: string; number: number }

/** Name of a new life. */
export const createLife = (): string => randomBytes(8).toString('hex')
