import { unitFaultBits } from '@vigilux/device-plane/central-units/dali/wire.ts'
import type { GatewayEvent } from '../gateway/gateway.ts'
import type { Journal } from '../platform/journal.ts'
import type { BridgeState } from './bridge-state.ts'
import { addrOf } from './gear-list.ts'
import type { LampRegister } from './lamp-register.ts'
import { faultsOf, isUnread, type LampView } from './lamp-report.ts'
import type { RecordBook, UnitRecord } from './record-book.ts'
import { isOnBattery, unitFaultsOf } from './unit-view.ts'

const lampFaultBits = 8 + 10
/** Meaningless messages after which the gateway counts as faulty, until it is connected again and works. */
const maxNonsense = 10

/** Records each new and each cleared fault, once, over restarts too. */
export class FaultWatch {
  readonly #journal: Journal<BridgeState>
  readonly #records: RecordBook
  readonly #lamps: LampRegister
  #nonsense = 0

  constructor(journal: Journal<BridgeState>, records: RecordBook, lamps: LampRegister) {
    this.#journal = journal
    this.#records = records
    this.#lamps = lamps
  }

  hearGateway(event: GatewayEvent): void {
    if (event.kind === 'opened') this.#nonsense = 0
    if (event.kind === 'nonsense' && ++this.#nonsense === maxNonsense) this.look()
  }

  /** Compares the readings with the recorded faults. */
  look(): void {
    const { views } = this.#lamps
    const records: UnitRecord[] = []
    const patch: Partial<BridgeState> = {}
    const faults = this.#lookAtLamps(views, records)
    if (faults) patch.faults = faults
    const unitFaults = unitFaultsOf({ lamps: views }, this.#nonsense >= maxNonsense)
    if (unitFaults !== this.#journal.state.unitFaults) {
      records.push(...changesOf(this.#journal.state.unitFaults, unitFaults, unitFaultBits.length, 'unit.fault', []))
      patch.unitFaults = unitFaults
    }
    // An absent line or gateway says nothing about the mains of its gear, nor does unread gear.
    const onBattery = isOnBattery({ lamps: views })
    const isKnown = onBattery || views.every((view) => view.isLineUp && !isUnread(view))
    if (isKnown && onBattery !== this.#journal.state.isOnBattery) {
      records.push({ kind: 'mains', body: { on: onBattery ? 0 : 1 } })
      patch.isOnBattery = onBattery
    }
    if (Object.keys(patch).length > 0) this.#records.commit(patch, records)
  }

  #lookAtLamps(views: readonly LampView[], records: UnitRecord[]): BridgeState['faults'] | null {
    const before = this.#journal.state.faults
    const next: BridgeState['faults'] = {}
    let isChanged = false
    for (const view of views) {
      const { stored, gear, isLineUp } = view
      const known = before[stored.serial] ?? 0
      const now = isUnread(view) || !isLineUp ? known : faultsOf(view)
      // Faults of silent gear are as they were last read.
      const bits = gear.presence === 'answers' || now === known ? now : now | (known & 0xff)
      if (bits !== 0) next[stored.serial] = bits
      if (bits === known) continue
      isChanged = true
      records.push(...changesOf(known, bits, lampFaultBits, 'lamp.fault', [addrOf(stored), stored.serial]))
    }
    return isChanged || Object.keys(before).length !== Object.keys(next).length ? next : null
  }
}

const changesOf = (
  before: number,
  now: number,
  bits: number,
  kind: string,
  identity: readonly unknown[],
): UnitRecord[] =>
  Array.from({ length: bits }, (_, bit) => bit).flatMap((bit) => {
    const [was, is] = [(before >> bit) & 1, (now >> bit) & 1]
    return was === is ? [] : { kind, body: [...identity, bit, is === 1 ? 0 : 1] }
  })
