import type { Clock, Timer } from '../clock.ts'

/** Time after which an unfinished batch is dropped. */
const dropAfterMs = 60_000

/** Group words with a common effect. */
export class GroupBatch {
  readonly #clock: Clock
  #pages: Map<number, string> | null = null
  #timer: Timer | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** An open batch is dropped. */
  begin(): void {
    this.#pages = new Map()
    this.#wait()
  }

  /** False without an open batch. A repeated page replaces the earlier one. */
  add(page: number, payload: string): boolean {
    if (!this.#pages) return false
    this.#pages.set(page, payload)
    this.#wait()
    return true
  }

  /** Pages of the batch; null without an open one. */
  end(): ReadonlyMap<number, string> | null {
    const pages = this.#pages
    this.#drop()
    return pages
  }

  #drop(): void {
    this.#timer?.cancel()
    this.#pages = null
  }

  #wait(): void {
    this.#timer?.cancel()
    this.#timer = this.#clock.after(dropAfterMs, () => this.#drop())
  }
}
