import type { AckMessage, RecordMessage } from '@vigilux/device-plane/envelope.wire.ts'
import type { Boot, UnitClock } from './clock.ts'

/** Maximum records in a unit's memory; the oldest are dropped first, as in real units. */
const maxRecords = 10_000

/** Records without acknowledgment, in order of creation. */
export class RecordStore {
  #records = new Map<string, RecordMessage>()
  #seq = 0
  readonly #boot: Boot
  readonly #clock: UnitClock

  constructor(boot: Boot, clock: UnitClock, saved: readonly RecordMessage[] = []) {
    this.#boot = boot
    this.#clock = clock
    for (const record of saved) this.#records.set(`${record.boot}:${record.seq}`, record)
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
      at: this.#clock.reportedTime(),
      kind,
      body,
    }
    this.#records.set(`${record.boot}:${record.seq}`, record)
    const [oldest] = this.#records.keys()
    if (this.#records.size > maxRecords && oldest !== undefined) this.#records.delete(oldest)
    return record
  }

  /** Restart of the unit: numbering starts from 0, while pending records keep their numbers. */
  restart(): void {
    this.#seq = 0
  }

  /** Clears the memory. */
  clear(): void {
    this.#records.clear()
    this.#seq = 0
  }

  /** Ignores an acknowledgment of another life, which refers to other records. */
  forget({ life, records }: AckMessage): void {
    if (life !== this.#boot.life) return
    for (const [boot, seq] of records) this.#records.delete(`${boot}:${seq}`)
  }
}
