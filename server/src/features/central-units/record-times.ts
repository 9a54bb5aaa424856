import type { RecordUpdate } from '../../kernel/device-messages.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { isClockWrong } from './clock-readings.ts'
import { clockDriftOf, findLinks } from './unit-links.store.ts'

/** No unit was made before; a clock that says so has lost its time. */
const earliest = new Date('2020-01-01T00:00:00Z')
/** A record cannot be made after it came; clocks may differ by this. */
const maxAheadMs = 5 * 60_000

/** A record with the time that is stored with it. */
export type TimedRecord = RecordUpdate & {
  at: Date
  /** The unit's clock was wrong: `at` is the time of receipt, or one without a zone read as UTC, and proves nothing. */
  clockWrong: boolean
}

/**
 * Judges the times of records. The time of receipt replaces one that is unreadable or impossible, and any while the
 * unit's clock is known to be wrong, so that no clock can put a record before or after all others.
 */
export const judgeRecordTimes = async (tx: Tx, news: RecordUpdate[], now: Date): Promise<TimedRecord[]> => {
  const links = await findLinks(tx, [...new Set(news.map(({ unit }) => unit))])
  const latest = new Date(now.getTime() + maxAheadMs)
  return news.map((one) => {
    const told = one.unitTime
    const isPossible = told !== null && told.at >= earliest && told.at <= latest
    const isUsable = isPossible && !isClockWrong(clockDriftOf(one.life, links.get(one.unit)))
    return { ...one, at: isUsable ? told.at : now, clockWrong: !isUsable || !told.hasZone }
  })
}
