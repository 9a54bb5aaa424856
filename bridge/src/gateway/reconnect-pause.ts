const firstMs = 1_000
const longestMs = 60_000

/** Pause before the next attempt: doubles up to a minute, and varies by half. */
export class ReconnectPause {
  readonly #random: () => number
  #attempts = 0

  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  next(): number {
    const pause = Math.min(longestMs, firstMs * 2 ** this.#attempts)
    this.#attempts = Math.min(this.#attempts + 1, 10)
    return pause * (0.5 + this.#random())
  }

  reset(): void {
    this.#attempts = 0
  }
}
