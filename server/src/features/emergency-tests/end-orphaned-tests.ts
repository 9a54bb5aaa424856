import { findInterruption, type Interruption } from '@vigilux/contract/features/emergency-tests/lost-test.rules.ts'
import type { BackgroundParts } from '../../kernel/background.ts'
import { processEachLocked } from '../../kernel/run-task.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { addEntries, entryOfUnit, maxRecordDelayMs } from '../logbook/index.ts'
import { chargeHoursOf } from './charge-hours.store.ts'
import { updateTest } from './emergency-tests.store.ts'
import { endUnreportedTest } from './end-unreported-test.ts'
import { updateTests } from './ingest-tests.ts'
import { listOpenTests, lockOpenTest } from './lost-tests.store.ts'
import { recordNotStarted } from './not-started.ts'
import {
  isAnyTestOrphaned,
  lockTestAwaitingRecords,
  lockTestOfRemovedUnit,
  type TestOfRemovedUnit,
  type TestOfUnit,
} from './orphaned-tests.store.ts'

const lostPollIntervalMs = 10_000

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'log'>

/** Ends received before this time no longer wait for earlier records. */
const heardBefore = (now: Date): Date => new Date(now.getTime() - maxRecordDelayMs)

/** Ends a test at the moment of its unit's removal, and records the end in the logbook. */
const endAtRemoval = async (work: Work, { test, unit, removedAt: at }: TestOfRemovedUnit): Promise<void> => {
  const { plantId, centralUnitId, life } = test
  if (test.state === 'requested') {
    const change = { state: 'notStarted', reason: 'unit_removed', endedAt: at } as const
    return recordNotStarted(work, await updateTest(work, test.id, change))
  }
  await endUnreportedTest(work, test, { ...unit, life: life ?? '' }, { outcome: 'removed', at })
  addEntries(work, [
    entryOfUnit({ kind: 'testEndedByRemoval', plantId, centralUnitId, unit: test.unit, life, at, by: null }),
  ])
}

/** Ends tests without any other end. */
const endEachTest = <T extends TestOfUnit>(
  parts: Parts,
  lockNext: (tx: Tx, excludedIds: readonly string[], now: Date) => Promise<T | null>,
  end: (work: Work, found: T) => Promise<void>,
): Promise<void> =>
  processEachLocked(
    { ...parts, failure: 'a test that nobody else ends cannot be ended' },
    async (work, failed, found) => {
      const dueTest = await lockNext(work.tx, failed, work.now)
      if (!dueTest) return false
      found(dueTest.test.id)
      await end(work, dueTest)
      return true
    },
  )

/**
 * Messages of removed units are no longer accepted. Polls the open tests, so no removal of units has to handle them.
 * Also ends tests with a received end whose earlier records did not arrive in time.
 */
export const endOrphanedTests = async (parts: Parts): Promise<void> => {
  await endEachTest(parts, lockTestOfRemovedUnit, endAtRemoval)
  await endEachTest(
    parts,
    (tx, excludedIds, now) => lockTestAwaitingRecords(tx, heardBefore(now), excludedIds),
    (work, { test, unit }) => updateTests(work, { ...unit, life: test.life ?? '' }, [test.id]),
  )
}

type LostTest = TestOfUnit & { interruption: Interruption }

/** The next open test no longer known to its unit, locked. */
const lockLostTest = async (tx: Tx, excludedIds: readonly string[], now: Date): Promise<LostTest | null> => {
  for (const { id, charging, test } of await listOpenTests(tx, { except: excludedIds })) {
    const interruption = findInterruption(test, chargeHoursOf(charging), now.getTime())
    const lockedTest = interruption ? await lockOpenTest(tx, id) : null
    if (lockedTest && interruption) return { ...lockedTest, interruption }
  }
  return null
}

/** Ends the tests no longer known to their units. A real result arriving later replaces the interruption. */
export const endLostTests = (parts: Parts): Promise<void> =>
  endEachTest(parts, lockLostTest, (work, { test, unit, interruption }) =>
    endUnreportedTest(work, test, { ...unit, life: test.life ?? '' }, { outcome: interruption, at: work.now }),
  )

export const orphanedTestTask: TaskFactory = (parts) => ({
  name: 'end orphaned tests',
  due: (now) => isAnyTestOrphaned(heardBefore(now)),
  turn: () => endOrphanedTests(parts),
})

export const lostTestTask: TaskFactory = (parts) => ({
  name: 'end lost tests',
  everyMs: lostPollIntervalMs,
  turn: () => endLostTests(parts),
})
