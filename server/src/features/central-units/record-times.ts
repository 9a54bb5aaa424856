import type { RecordUpdate } from '../../kernel/device-messages.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { isClockWrong } from './clock-readings.ts'
import { clockDriftOf, findLinks } from './unit-links.store.ts'

/** No unit was made earlier; a clock before this date has lost its time. */
const earliestTime = new Date('2020-01-01T00:00:00Z')
/** Maximum milliseconds by which a record may be ahead of its receipt, because clocks differ. */
const maxAheadMs = 5 * 60_000

/** A record with its stored time. */
export type TimedRecord = RecordUpdate & {
  at: Date
  /**
   * The unit's clock was wrong: `at` is the time of receipt, or a time without a zone read as UTC, and proves nothing.
   */
  clockWrong: boolean
}

/**
 * Determines the times of records. The time of receipt replaces unreadable and impossible times, and all times while
 * the unit's clock is known to be wrong, so no clock can put a record before or after all others.
 */
export const judgeRecordTimes = async (tx: Tx, updates: RecordUpdate[], now: Date): Promise<TimedRecord[]> => {
  const links = await findLinks(tx, [...new Set(updates.map(({ unit }) => unit))])
  const latestTime = new Date(now.getTime() + maxAheadMs)
  return updates.map((update) => {
    const unitTime = update.unitTime
    const isPossible = unitTime !== null && unitTime.at >= earliestTime && unitTime.at <= latestTime
    const isUsable = isPossible && !isClockWrong(clockDriftOf(update.life, links.get(update.unit)))
    return { ...update, at: isUsable ? unitTime.at : now, clockWrong: !isUsable || !unitTime.hasZone }
  })
}
