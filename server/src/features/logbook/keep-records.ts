import type { DeviceListeners } from '../../kernel/device-listeners.ts'
import type { RecordNews } from '../../kernel/device-messages.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { addRecords, type TimedRecord } from './logbook.store.ts'

/** Judges the times of records by what is known of the units' clocks. */
type JudgeTimes = (tx: Tx, news: RecordNews[], now: Date) => Promise<TimedRecord[]>

/** Keeps every record of an enrolled unit as it came. */
export const logbookListeners = (judgeTimes: JudgeTimes): DeviceListeners => ({
  record: async (news, { tx, units, now }) => addRecords(tx, await judgeTimes(tx, news, now), units, now),
})
