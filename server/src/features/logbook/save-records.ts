import type { RecordUpdate } from '@vigilux/device-plane/device-updates.ts'
import type { DeviceListeners } from '../../kernel/device-listeners.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { EnrolledUnit } from '../../kernel/unit-register.ts'
import { addEntries } from './add-entries.ts'
import type { EntryDraft } from './entry-draft.ts'
import { maxRecordDelayMs } from './record-gap-task.ts'
import { scheduleRuns } from './record-runs.store.ts'
import { insertRecords, recordKey, type TimedRecord } from './records.store.ts'

/** Determines the times of records by the known state of the units' clocks. */
type JudgeTimes = (tx: Tx, updates: RecordUpdate[], now: Date) => Promise<TimedRecord[]>

/** Kind and data of a record's entry; null for records of tests, which are logged as a whole when they end. */
const entryKindOf = ({ record }: TimedRecord) => {
  switch (record.kind) {
    case 'mainsFailed':
    case 'mainsRestored':
      return { kind: record.kind } as const
    case 'lampFault': {
      const { lamp, serial: lampSerial, error, cleared } = record
      return { kind: cleared ? 'lampFaultCleared' : 'lampFault', facts: { error }, lamp, lampSerial } as const
    }
    case 'unitFault':
      return { kind: record.cleared ? 'unitFaultCleared' : 'unitFault', facts: { error: record.error } } as const
    default:
      return null
  }
}

const entryOf = (timedRecord: TimedRecord, unit: EnrolledUnit | undefined, recordedAt: Date): EntryDraft[] => {
  const entryKind = entryKindOf(timedRecord)
  if (!entryKind || !unit) return []
  const { at, clockWrong } = timedRecord
  const where = { plantId: unit.plantId, centralUnitId: unit.id, unit: unit.unit }
  return [{ ...entryKind, ...where, at, recordedAt, clockWrong, by: null, once: recordKey(timedRecord) }]
}

/** Saves every raw record of an enrolled unit, and adds it to the logbook. */
export const logbookListeners = (judgeTimes: JudgeTimes): DeviceListeners => ({
  record: async (updates, { work, units }) => {
    const timedRecords = await judgeTimes(work.tx, updates, work.now)
    const newRecordKeys = await insertRecords(work.tx, timedRecords, units, work.now)
    const runs = timedRecords.flatMap((timedRecord) => {
      const unit = units.get(timedRecord.unit)
      if (!unit || !newRecordKeys.has(recordKey(timedRecord))) return []
      return {
        unit: timedRecord.unit,
        life: timedRecord.life,
        boot: timedRecord.boot,
        plantId: unit.plantId,
        centralUnitId: unit.id,
      }
    })
    await scheduleRuns(work.tx, runs, new Date(work.now.getTime() + maxRecordDelayMs))
    addEntries(
      work,
      timedRecords
        .filter((one) => newRecordKeys.has(recordKey(one)))
        .flatMap((one) => entryOf(one, units.get(one.unit), work.now)),
    )
  },
})
