import type { Appointment, Wheel } from './wheel.ts'

/** Unit seconds after which a batch that nobody ends is dropped. */
const dropAfterS = 60
/** Real: a command that is sent again within its retries still finds its batch, however fast the unit lives. */
const minBatchMs = 15_000

export const batchMs = (speed: number): number => Math.max(minBatchMs, (dropAfterS * 1000) / speed)

/** Group words that were sent between the beginning and the end of a batch. They take effect together, or not at all. */
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

  /** A batch that is open is dropped for the new one. */
  begin(): void {
    this.#pages = new Map()
    this.#wait()
  }

  /** False where no batch is open. A page that comes again replaces itself. */
  keep(page: number, words: readonly number[]): boolean {
    if (!this.#pages) return false
    this.#pages.set(page, words)
    this.#wait()
    return true
  }

  /** What was kept, by page; null where no batch was open. */
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
