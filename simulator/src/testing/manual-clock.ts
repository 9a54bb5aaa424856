type Timer = { due: number; number: number; run: (() => void) | null }

const isBefore = (one: Timer, other: Timer): boolean =>
  one.due < other.due || (one.due === other.due && one.number < other.number)

/** Clock driven by a test. Timers of one moment run in the order of their creation. */
export class ManualClock {
  #now = 0
  #created = 0
  /** A binary heap, because a simulated day has millions of timers. */
  readonly #timers: Timer[] = []

  now(): number {
    return this.#now
  }

  after(ms: number, run: () => void): { cancel(): void } {
    const timer: Timer = { due: this.#now + Math.max(0, ms), number: this.#created++, run }
    this.#push(timer)
    return {
      cancel: () => {
        timer.run = null
      },
    }
  }

  /** Runs all timers of the next milliseconds. Promises settle between two timers. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    await settle()
    for (let next = this.#timers[0]; next && next.due <= end; next = this.#timers[0]) {
      this.#pop()
      this.#now = next.due
      if (!next.run) continue
      next.run()
      await settle()
    }
    this.#now = end
  }

  /** Advances until the promise has settled; throws after `limitMs`. */
  async until<T>(promise: Promise<T>, limitMs = 3_600_000): Promise<T> {
    let isSettled = false
    const settled = promise.finally(() => {
      isSettled = true
    })
    settled.catch(() => undefined)
    const end = this.#now + limitMs
    await settle()
    while (!isSettled) {
      const next = this.#timers[0]
      if (!next || next.due > end) throw new Error(`not settled after ${limitMs} ms`)
      await this.advance(next.due - this.#now)
    }
    return settled
  }

  #push(timer: Timer): void {
    const heap = this.#timers
    let at = heap.push(timer) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = heap[parent]
      if (!above || !isBefore(timer, above)) break
      heap[at] = above
      heap[parent] = timer
      at = parent
    }
  }

  #pop(): void {
    const heap = this.#timers
    const last = heap.pop()
    if (!last || heap.length === 0) return
    heap[0] = last
    for (let at = 0; ; ) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]]
      const child = left && right && isBefore(right, left) ? 2 * at + 2 : 2 * at + 1
      const below = heap[child]
      if (!below || !isBefore(below, last)) break
      heap[at] = below
      heap[child] = last
      at = child
    }
  }
}

/** Lets all ready promises run. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
