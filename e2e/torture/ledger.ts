import type { RecordMessage } from '@vigilux/device-plane/envelope.wire.ts'
import type { Entry, Execution, TestNote } from './journal.ts'
import { applyFault, type LedgerMemory, numberOf } from './unit-memory.ts'

export type SavedRecord = { record: RecordMessage; test: TestNote | null; isAcked: boolean }

/** The content of one unit's journal. */
export type UnitLedger = {
  records: Map<string, SavedRecord>
  /** All executions of a command, by id. */
  executions: Map<string, Execution[]>
  /** Violations seen by the unit. */
  complaints: string[]
  /** Current faults of lamps. */
  faults: LedgerMemory['faults']
  boots: number
}

export type UnitsLedger = Map<string, UnitLedger>

const applyEntry = (ledger: UnitLedger, entry: Entry): void => {
  if (entry.kind === 'boot') ledger.boots++
  if (entry.kind === 'fault') ledger.complaints.push(entry.what)
  if (entry.kind === 'acked')
    for (const [boot, seq] of entry.records) {
      const record = ledger.records.get(numberOf(boot, seq))
      if (record) record.isAcked = true
      else ledger.complaints.push(`record ${boot}:${seq} was acknowledged and never made`)
    }
  if (entry.kind === 'record') {
    const { record, test = null, fault } = entry
    if (fault) applyFault(ledger.faults, fault)
    ledger.records.set(numberOf(record.boot, record.seq), { record, test, isAcked: false })
  }
  if ('execution' in entry && entry.execution) {
    const { execution } = entry
    ledger.executions.set(execution.id, [...(ledger.executions.get(execution.id) ?? []), execution])
  }
}

/** Adds new journal entries to the ledger. */
export const applyNewEntries = (
  ledger: UnitsLedger,
  newJournals: readonly { unit: string; entries: readonly Entry[] }[],
): void => {
  for (const { unit, entries } of newJournals) {
    const unitLedger = ledger.get(unit) ?? {
      records: new Map(),
      executions: new Map(),
      complaints: [],
      faults: new Map(),
      boots: 0,
    }
    ledger.set(unit, unitLedger)
    for (const entry of entries) applyEntry(unitLedger, entry)
  }
}

export const countUnacknowledged = (ledger: UnitsLedger): number =>
  ledger.values().reduce(
    (total, { records }) =>
      total +
      records
        .values()
        .filter(({ isAcked }) => !isAcked)
        .toArray().length,
    0,
  )
