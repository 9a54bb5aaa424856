import type { BackgroundParts } from '../../kernel/background.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import { findHold, queueCommand } from '../commands/index.ts'
import { dateCommands } from './calendar.store.ts'
import { computeCorrectedDate } from './corrected-date.ts'
import { listNextDates, lockPlanningUnit, type NextDate } from './sync-dates.store.ts'

const pollIntervalMs = 600_000
const hourMs = 3_600_000
/** How long failed corrections are retried; a unit reports each change of its next date. */
const reportedWithinMs = 24 * hourMs
/** Delay before a refusing unit is asked again. */
const retryAfterMs = 6 * hourMs
/** Maximum number of dates checked per run; the rest follow in the next run. */
const batchSize = 20_000

type Parts = Pick<BackgroundParts, 'ports' | 'db' | 'inTransaction' | 'log'>

/** The date to set; null when the next one is right, or its origin is unknown. */
const dateToSet = ({ plan, asked: requestedDate, last, begun: begunAt, zone }: NextDate): Date | null => {
  const countedDate = last?.set ?? begunAt
  if (!countedDate) return null
  const origin = {
    wantedDate: new Date(requestedDate ?? countedDate),
    counted: new Date(countedDate),
    isOurs: last?.isOurs ?? false,
  }
  return computeCorrectedDate({ ...plan, next: new Date(plan.next) }, origin, zone)
}

const setDate = async ({ ports, inTransaction }: Parts, nextDate: NextDate, set: Date): Promise<void> => {
  await inTransaction(async (work) => {
    const unit = await lockPlanningUnit(work.tx, nextDate.id)
    // Another node was quicker, or somebody set another date meanwhile.
    if (!unit || unit.detail?.[nextDate.kind]?.next !== nextDate.plan.next) return
    const [currentDate] = await listNextDates(work.tx, since(ports.clock.now()), 1, {
      id: nextDate.id,
      kind: nextDate.kind,
    })
    if (!currentDate || (await findHold(work.tx, unit.plantId, unit.unit))) return
    const command = {
      name: dateCommands[nextDate.kind],
      set: set.toISOString(),
      ...(nextDate.plan.deferred && { differito: true as const }),
    }
    await queueCommand({ work, caller: null }, { plantId: unit.plantId, unit, command })
  })
}

const since = (now: Date) => ({
  reportedBefore: new Date(now.getTime() - reportedWithinMs),
  failedBefore: new Date(now.getTime() - retryAfterMs),
})

/**
 * Corrects units' next tests before a clock change shifts them, because units' clocks know none. A failed correction is
 * retried in the next run; one unit blocks no other.
 */
export const syncDates = async (parts: Parts): Promise<void> => {
  const now = parts.ports.clock.now()
  for (const nextDate of await listNextDates(parts.db, since(now), batchSize)) {
    try {
      const set = dateToSet(nextDate)
      if (set && set > now) await setDate(parts, nextDate, set)
    } catch (error) {
      parts.log.error({ err: error, unit: nextDate.unit }, 'the next test of a unit cannot be set right')
    }
  }
}

export const dateSyncTask: TaskFactory = (parts) => ({
  name: 'sync test dates',
  everyMs: pollIntervalMs,
  turn: () => syncDates(parts),
})
