import { type Announce, announcedBy } from '../../kernel/announce.ts'
import type { BackgroundParts, StartBackground } from '../../kernel/background.ts'
import { repeat } from '../../kernel/repeat.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { addEntries, entryOfUnit } from '../logbook/index.ts'
import {
  lockTestOfRemovedUnit,
  lockTestThatWaits,
  type TestOfRemovedUnit,
  type TestOfUnit,
  updateTest,
} from './emergency-tests.store.ts'
import { announceRun, type EndContext, endTest } from './end-test.ts'
import { keepTestsOf } from './ingest-tests.ts'
import { lateRecordsMs } from './late-records.ts'

const lookEveryMs = 2_000

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'deliver' | 'log'>

/** Ends a test as of the moment at which its unit left, and says so in the logbook where it ran. */
const endAtRemoval = async (context: EndContext, { test, unit, removedAt: at }: TestOfRemovedUnit): Promise<void> => {
  const { tx } = context
  const { plantId, centralUnitId, life } = test
  if (test.state === 'requested') {
    const change = { state: 'notStarted', reason: 'unit_removed', endedAt: at } as const
    return announceRun(context, await updateTest(tx, test.id, change))
  }
  await endTest(context, test, { ...unit, life: life ?? '' }, { outcome: 'removed', at })
  await addEntries(tx, [
    entryOfUnit({ kind: 'testEndedByRemoval', plantId, centralUnitId, unit: test.unit, life, at, by: null }),
  ])
}

/**
 * Ends tests that nobody else would end, each in a transaction of its own: one that cannot be ended is logged, and holds up
 * no other.
 */
const endEach = async <T extends TestOfUnit>(
  { ports, inTransaction, deliver, log }: Parts,
  lockNext: (tx: Tx, except: string[], now: Date) => Promise<T | null>,
  end: (context: EndContext, found: T) => Promise<void>,
): Promise<void> => {
  const failed: string[] = []
  for (;;) {
    let found: T | null = null
    const endNext = async (tx: Tx, announce: Announce): Promise<void> => {
      const now = ports.clock.now()
      found = await lockNext(tx, failed, now)
      if (found) await end({ tx, announce, ports, now }, found)
    }
    try {
      deliver(await announcedBy(inTransaction, endNext))
    } catch (error) {
      const test = (found as T | null)?.test
      if (!test) throw error
      log.error({ err: error, test: test.id }, 'a test that nobody else ends cannot be ended')
      failed.push(test.id)
      continue
    }
    if (!found) return
  }
}

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
    (context, { test, unit }) => keepTestsOf(context, { ...unit, life: test.life ?? '' }, [test.id]),
  )
}

/** Looks for such tests for as long as the server runs. */
export const startTestEnder: StartBackground = (parts) => {
  const looking = repeat(lookEveryMs, parts.log, () => endLeftTests(parts))
  looking.start()
  return looking
}
