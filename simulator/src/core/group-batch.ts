import type { Appointment, Wheel } from './wheel.ts'

/** Unit seconds after which an unfinished batch is dropped. */
const dropAfterS = 60
/** Real milliseconds: a retried command still finds its batch at any speed. */
const minBatchMs = 15_000

export const batchMs = (speed: number): number => Math.max(minBatchMs, (dropAfterS * 1000) / speed)

/** Group words sent between the start and the end of a batch; they take effect together or not at all. */
export class GroupBatch {
  readonly #wheel: Wheel
  readonly #ms: () => number
  #pages: Map<number, readonly number[]> | null = null
  #timer: Appointment | null = null

  constructor(wheel: Wheel, ms: () => number) {
    this.#wheel = wheel
    this.#ms = ms
  }

  get isOpen(): boolean {
    return this.#pages !== null
  }

  /** An open batch is dropped. */
  begin(): void {
    this.#pages = new Map()
    this.#wait()
  }

  /** False without an open batch. A repeated page replaces the earlier one. */
  keep(page: number, masks: readonly number[]): boolean {
    if (!this.#pages) return false
    this.#pages.set(page, masks)
    this.#wait()
    return true
  }

  /** Stored words by page; null without an open batch. */
  end(): ReadonlyMap<number, readonly number[]> | null {
    const pages = this.#pages
    this.drop()
    return pages
  }

  drop(): void {
    this.#timer?.cancel()
    this.#pages = null
  }

  #wait(): void {
    this.#timer?.cancel()
    this.#timer = this.#wheel.after(this.#ms(), () => this.drop())
  }
}
