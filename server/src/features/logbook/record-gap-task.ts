import type { BackgroundParts } from '../../kernel/background.ts'
import { processEachLocked } from '../../kernel/run-task.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import type { Work } from '../../kernel/work.ts'
import { addEntries } from './add-entries.ts'
import { findEntryNo } from './logbook.store.ts'
import {
  claimRecoveredGaps,
  type DueRun,
  findMissing,
  type Gap,
  insertGap,
  isPlantThere,
  lockDueRun,
  rescheduleRun,
} from './record-runs.store.ts'

const pollIntervalMs = 10_000

/**
 * Milliseconds to wait for lower-numbered records of a unit; later ones count as lost. A unit resends unacknowledged
 * records each minute: twice this time, in case a node died with them.
 */
export const maxRecordDelayMs = 150_000

const nameOf = ({ unit, life, boot, first }: Gap): string => `gap ${unit} ${life} ${boot} ${first}`

const factsOf = ({ boot, first, last, missing: count }: Gap) => ({ boot, first, last, count })

/** Records missing records: one entry for all numbers of this run found missing together. */
const logMissing = async (work: Work, gap: Gap): Promise<void> => {
  await insertGap(work.tx, gap)
  const { plantId, centralUnitId, unit } = gap
  addEntries(work, [
    {
      kind: 'recordsMissing',
      plantId,
      centralUnitId,
      unit,
      by: null,
      at: work.now,
      facts: factsOf(gap),
      once: nameOf(gap),
    },
  ])
}

const logRecovered = async (work: Work, gap: Gap): Promise<void> => {
  const { plantId, centralUnitId, unit } = gap
  const gapEntryNo = await findEntryNo(work.tx, plantId, nameOf(gap))
  addEntries(work, [
    {
      kind: 'recordsRecovered',
      plantId,
      centralUnitId,
      unit,
      by: null,
      about: gapEntryNo,
      at: work.now,
      facts: factsOf(gap),
      once: `${nameOf(gap)} recovered`,
    },
  ])
}

const judgeRun = async (work: Work, run: DueRun): Promise<void> => {
  const receivedBefore = new Date(work.now.getTime() - maxRecordDelayMs)
  const { upTo, isMore, first, last, missing } = await findMissing(work.tx, run, receivedBefore)
  if (await isPlantThere(work.tx, run.plantId)) {
    const { checkedTo: _, ...recordRun } = run
    if (first !== null && last !== null) await logMissing(work, { ...recordRun, first, last, missing })
    for (const gap of await claimRecoveredGaps(work.tx, run, work.now)) await logRecovered(work, gap)
  }
  const reportedTo = upTo === null ? run.checkedTo : Math.max(run.checkedTo, upTo + 1)
  await rescheduleRun(
    work.tx,
    { ...run, checkedTo: reportedTo },
    isMore ? new Date(work.now.getTime() + maxRecordDelayMs) : null,
  )
}

type Parts = Pick<BackgroundParts, 'inTransaction' | 'log'>

/**
 * Records which numbers are missing among the records of units, once all possible ones have arrived; and which arrived
 * later.
 * @internal
 */
export const processRecordGaps = (parts: Parts): Promise<void> =>
  processEachLocked({ ...parts, failure: 'records of a unit cannot be judged' }, async (work, failed, found) => {
    const run = await lockDueRun(work.tx, work.now, failed)
    if (!run) return false
    found(run.unit)
    await judgeRun(work, run)
    return true
  })

export const recordGapTask: TaskFactory = (parts) => ({
  name: 'record gaps',
  everyMs: pollIntervalMs,
  turn: () => processRecordGaps(parts),
})
