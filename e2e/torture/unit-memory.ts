import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { RecordMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { createLife } from '../../simulator/src/core/clock.ts'
import type { Entry, Execution, FaultNote } from './journal.ts'

export type LedgerMemory = {
  life: string
  boot: number
  aheadMs: number
  /** Unacknowledged records, by number. */
  waitingRecords: Map<string, RecordMessage>
  executions: Map<string, Execution>
  /** Lamp faults, by address. */
  faults: Map<number, ReadonlySet<ReportedLampError>>
  /** A running test with its lamps without a result. */
  test: { testId: string; remainingAddrs: number[] } | null
}

export const numberOf = (boot: number, seq: number): string => `${boot}:${seq}`

/** Lamp faults after one appeared or cleared. */
export const applyFault = (faults: LedgerMemory['faults'], { lamp, fault, isCleared }: FaultNote): void => {
  const otherFaults = new Set(faults.get(lamp)).difference(new Set([fault]))
  faults.set(lamp, isCleared ? otherFaults : otherFaults.add(fault))
}

/** Applies one line of the journal. */
const applyEntry = (memory: LedgerMemory, entry: Entry): void => {
  if (entry.kind === 'boot') Object.assign(memory, { life: entry.life, boot: entry.boot })
  if (entry.kind === 'acked') for (const [boot, seq] of entry.records) memory.waitingRecords.delete(numberOf(boot, seq))
  if ('execution' in entry && entry.execution) memory.executions.set(entry.execution.id, entry.execution)
  if (entry.kind === 'executed') memory.aheadMs = entry.aheadMs ?? memory.aheadMs
  if (entry.kind !== 'record') return
  memory.waitingRecords.set(numberOf(entry.record.boot, entry.record.seq), entry.record)
  if (entry.fault) applyFault(memory.faults, entry.fault)
  if (!entry.test) return
  const { testId, lamps, lamp, isOver } = entry.test
  if (lamps) memory.test = { testId, remainingAddrs: lamps }
  else if (isOver) memory.test = null
  else if (memory.test) memory.test.remainingAddrs = memory.test.remainingAddrs.filter((addr) => addr !== lamp)
}

/** A unit's state after a restart; a new life without a journal. */
export const restoreMemory = (entries: readonly Entry[]): LedgerMemory => {
  const memory: LedgerMemory = {
    life: createLife(),
    boot: -1,
    aheadMs: 0,
    test: null,
    waitingRecords: new Map(),
    executions: new Map(),
    faults: new Map(),
  }
  for (const entry of entries) applyEntry(memory, entry)
  return memory
}
