import type { AckMessage, RecordMessage } from '@vigilux/device-plane/envelope.wire.ts'
import type { Boot, UnitClock } from './clock.ts'

/** A unit's memory of records is finite; the oldest go first, as in the real ones. */
const maxRecords = 10_000

/** Records that the server has not acknowledged, in the order of their making. */
export class RecordStore {
  #records = new Map<string, RecordMessage>()
  #seq = 0
  readonly #boot: Boot
  readonly #clock: UnitClock

  constructor(boot: Boot, clock: UnitClock, kept: readonly RecordMessage[] = []) {
    this.#boot = boot
    this.#clock = clock
    for (const record of kept) this.#records.set(`${record.boot}:${record.seq}`, record)
  }

  get waiting(): readonly RecordMessage[] {
    return [...this.#records.values()]
  }

  get size(): number {
    return this.#records.size
  }

  add(kind: string, body: unknown): RecordMessage {
    const record = {
      life: this.#boot.life,
      boot: this.#boot.number,
      seq: this.#seq++,
      at: this.#clock.told(),
      kind,
      body,
    }
    this.#records.set(`${record.boot}:${record.seq}`, record)
    const [oldest] = this.#records.keys()
    if (this.#records.size > maxRecords && oldest !== undefined) this.#records.delete(oldest)
    return record
  }

  /** The unit has started again: it counts from 0, and what waits keeps its numbers. */
  restart(): void {
    this.#seq = 0
  }

  /** The memory begins anew. */
  clear(): void {
    this.#records.clear()
    this.#seq = 0
  }

  /** An acknowledgement of another life speaks of other records. */
  forget({ life, records }: AckMessage): void {
    if (life !== this.#boot.life) return
    for (const [boot, seq] of records) this.#records.delete(`${boot}:${seq}`)
  }
}
