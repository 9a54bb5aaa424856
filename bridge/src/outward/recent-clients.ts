/** A client counts as reading for this long after its last request: building systems may connect for each poll. */
const readingMs = 60_000
const maxRemembered = 1_000

/** The clients of an interface, by their addresses. */
export class RecentClients {
  readonly #now: () => Date
  readonly #others: () => Iterable<string>
  /** Addresses by the time of their last read, the oldest first. */
  readonly #reads = new Map<string, number>()
  #lastReadAt: number | null = null

  /** @param others clients notified without asking */
  constructor(now: () => Date, others: () => Iterable<string> = () => []) {
    this.#now = now
    this.#others = others
  }

  note(address: string): void {
    this.#lastReadAt = this.#now().getTime()
    this.#reads.delete(address)
    this.#reads.set(address, this.#lastReadAt)
    const [oldest] = this.#reads.keys()
    if (this.#reads.size > maxRemembered && oldest !== undefined) this.#reads.delete(oldest)
  }

  get count(): number {
    const since = this.#now().getTime() - readingMs
    const reading = [...this.#reads].filter(([, at]) => at > since).map(([address]) => address)
    return new Set([...reading, ...this.#others()]).size
  }

  /** Null before the first read. */
  get lastReadAgoS(): number | null {
    if (this.#lastReadAt === null) return null
    return Math.max(0, Math.round((this.#now().getTime() - this.#lastReadAt) / 1_000))
  }
}
