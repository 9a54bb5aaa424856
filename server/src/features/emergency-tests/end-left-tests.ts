import { type Interruption, interruptionOf } from '@vigilux/contract/features/emergency-tests/lost-test.rules.ts'
import type { BackgroundParts } from '../../kernel/background.ts'
import { eachLocked } from '../../kernel/each-due.ts'
import type { TaskOf } from '../../kernel/task.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { addEntries, entryOfUnit, lateRecordsMs } from '../logbook/index.ts'
import { chargeHoursOf } from './charge-hours.store.ts'
import { updateTest } from './emergency-tests.store.ts'
import { endTest } from './end-test.ts'
import { keepTestsOf } from './ingest-tests.ts'
import {
  lockTestOfRemovedUnit,
  lockTestThatWaits,
  type TestOfRemovedUnit,
  type TestOfUnit,
} from './left-tests.store.ts'
import { listOpenTests, lockOpenTest } from './lost-tests.store.ts'
import { tellNotStarted } from './not-started.ts'

const lookEveryMs = 2_000
const lostLookEveryMs = 10_000

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'log'>

/** Ends a test as of the moment at which its unit left, and says so in the logbook where it ran. */
const endAtRemoval = async (work: Work, { test, unit, removedAt: at }: TestOfRemovedUnit): Promise<void> => {
  const { plantId, centralUnitId, life } = test
  if (test.state === 'requested') {
    const change = { state: 'notStarted', reason: 'unit_removed', endedAt: at } as const
    return tellNotStarted(work, await updateTest(work, test.id, change))
  }
  await endTest(work, test, { ...unit, life: life ?? '' }, { outcome: 'removed', at })
  addEntries(work, [
    entryOfUnit({ kind: 'testEndedByRemoval', plantId, centralUnitId, unit: test.unit, life, at, by: null }),
  ])
}

/** Ends tests that nobody else would end. */
const endEach = <T extends TestOfUnit>(
  parts: Parts,
  lockNext: (tx: Tx, except: readonly string[], now: Date) => Promise<T | null>,
  end: (work: Work, found: T) => Promise<void>,
): Promise<void> =>
  eachLocked({ ...parts, failure: 'a test that nobody else ends cannot be ended' }, async (work, failed, found) => {
    const due = await lockNext(work.tx, failed, work.now)
    if (!due) return false
    found(due.test.id)
    await end(work, due)
    return true
  })

/**
 * Ends the tests whose units have left: nothing that a unit says after that is taken. Looked for among the tests under way,
 * so that no way in which a unit can leave has to think of it. And those of which the end was heard, and records before it
 * have not come in time.
 */
export const endLeftTests = async (parts: Parts): Promise<void> => {
  await endEach(parts, lockTestOfRemovedUnit, endAtRemoval)
  await endEach(
    parts,
    (tx, except, now) => lockTestThatWaits(tx, new Date(now.getTime() - lateRecordsMs), except),
    (work, { test, unit }) => keepTestsOf(work, { ...unit, life: test.life ?? '' }, [test.id]),
  )
}

type LostTest = TestOfUnit & { interruption: Interruption }

/** The next open test that its unit no longer knows, locked. */
const lockLostTest = async (tx: Tx, except: readonly string[], now: Date): Promise<LostTest | null> => {
  for (const { id, charging, test } of await listOpenTests(tx, { except })) {
    const interruption = interruptionOf(test, chargeHoursOf(charging), now.getTime())
    const locked = interruption ? await lockOpenTest(tx, id) : null
    if (locked && interruption) return { ...locked, interruption }
  }
  return null
}

/** Ends the tests that their units no longer know. A true result that comes later replaces the interruption. */
export const endLostTests = (parts: Parts): Promise<void> =>
  endEach(parts, lockLostTest, (work, { test, unit, interruption }) =>
    endTest(work, test, { ...unit, life: test.life ?? '' }, { outcome: interruption, at: work.now }),
  )

export const leftTestEnder: TaskOf = (parts) => ({
  name: 'end tests that were left',
  everyMs: lookEveryMs,
  turn: () => endLeftTests(parts),
})

export const lostTestEnder: TaskOf = (parts) => ({
  name: 'end tests that were lost',
  everyMs: lostLookEveryMs,
  turn: () => endLostTests(parts),
})
