import type { RecordMessage } from '@vigilux/device-plane/envelope.wire.ts'
import type { Journal } from '../platform/journal.ts'
import type { BridgeState } from './bridge-state.ts'

export type UnitRecord = { kind: string; body: unknown }

/** Numbers records, stores them together with their state, and only then sends them. */
export class RecordBook {
  readonly #journal: Journal<BridgeState>
  readonly #reportedTime: () => string
  readonly #publish: (payload: string) => void
  #seq = 0

  constructor(journal: Journal<BridgeState>, reportedTime: () => string, publish: (payload: string) => void) {
    this.#journal = journal
    this.#reportedTime = reportedTime
    this.#publish = publish
  }

  /** Without a plant nobody receives records, and none are made. */
  commit(patch: Partial<BridgeState>, happened: readonly UnitRecord[] = []): void {
    const { life, boot, isEnrolled } = this.#journal.state
    const at = this.#reportedTime()
    const records = (isEnrolled ? happened : []).map(
      ({ kind, body }): RecordMessage => ({ life, boot, seq: this.#seq++, at, kind, body }),
    )
    if (records.length === 0 && Object.keys(patch).length === 0) return
    this.#journal.commit(patch, records)
    for (const record of records) this.#publish(JSON.stringify(record))
  }

  /** Sends unacknowledged records again. */
  resend(): void {
    for (const record of this.#journal.records) this.#publish(JSON.stringify(record))
  }

  /** Another boot or life: numbers begin at 0. */
  restart(): void {
    this.#seq = 0
  }
}
