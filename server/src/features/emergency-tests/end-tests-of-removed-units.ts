import { type Announce, announcedBy } from '../../kernel/announce.ts'
import type { BackgroundParts, StartBackground } from '../../kernel/background.ts'
import { repeat } from '../../kernel/repeat.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { addEntries, entryOfUnit } from '../logbook/index.ts'
import { lockTestOfRemovedUnit, type TestOfRemovedUnit, updateTest } from './emergency-tests.store.ts'
import { announceRun, type EndContext, endTest } from './end-test.ts'

const lookEveryMs = 2_000

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'deliver' | 'log'>

/** Ends a test as of the moment at which its unit left, and says so in the logbook where it ran. */
const endOne = async (context: EndContext, { test, unit, removedAt: at }: TestOfRemovedUnit): Promise<void> => {
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
 * Ends the tests whose units have left: nothing that a unit says after that is taken, so nobody else would. Looked for
 * among the tests under way, so that no way in which a unit can leave has to think of it. Each in a transaction of its
 * own: one that cannot be ended is logged, and holds up no other.
 */
export const endTestsOfRemovedUnits = async ({ ports, inTransaction, deliver, log }: Parts): Promise<void> => {
  const failed: string[] = []
  for (;;) {
    let found: TestOfRemovedUnit | null = null
    const endNext = async (tx: Tx, announce: Announce): Promise<void> => {
      found = await lockTestOfRemovedUnit(tx, failed)
      if (found) await endOne({ tx, announce, ports, now: ports.clock.now() }, found)
    }
    try {
      deliver(await announcedBy(inTransaction, endNext))
    } catch (error) {
      const test = (found as TestOfRemovedUnit | null)?.test
      if (!test) throw error
      log.error({ err: error, test: test.id }, 'a test whose unit has left cannot be ended')
      failed.push(test.id)
      continue
    }
    if (!found) return
  }
}

/** Looks for such tests for as long as the server runs. */
export const startTestEnder: StartBackground = (parts) => {
  const looking = repeat(lookEveryMs, parts.log, () => endTestsOfRemovedUnits(parts))
  looking.start()
  return looking
}
