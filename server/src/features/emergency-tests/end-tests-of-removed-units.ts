import { announcedBy } from '../../kernel/announce.ts'
import type { StartBackground } from '../../kernel/background.ts'
import { repeat } from '../../kernel/repeat.ts'
import { addEntries } from '../logbook/index.ts'
import { lockTestsOfRemovedUnits, type TestOfRemovedUnit, updateTest } from './emergency-tests.store.ts'
import { announceRun, type EndContext, endTest } from './end-test.ts'

const lookEveryMs = 2_000

/** Ends a test as of the moment at which its unit left, and says so in the logbook where it ran. */
const endOne = async (context: EndContext, { test, unit, removedAt: at }: TestOfRemovedUnit): Promise<void> => {
  const { tx } = context
  const { plantId, centralUnitId, life } = test
  if (test.state === 'requested') {
    const change = { state: 'notStarted', reason: 'unit_removed', endedAt: at } as const
    return announceRun(context, await updateTest(tx, test.id, change))
  }
  await endTest(context, test, { ...unit, life: life ?? '' }, { outcome: 'removed', at })
  await addEntries(tx, [{ plantId, centralUnitId, kind: 'testEndedByRemoval', life, at, byName: null }])
}

/**
 * Ends the tests whose units have left: nothing that a unit says after that is taken, so nobody else would. Looked for
 * among the tests under way, so that no way in which a unit can leave has to think of it.
 */
export const endTestsOfRemovedUnits = async (context: EndContext): Promise<void> => {
  for (const one of await lockTestsOfRemovedUnits(context.tx)) await endOne(context, one)
}

/** Looks for such tests for as long as the server runs. */
export const startTestEnder: StartBackground = ({ ports, inTransaction, deliver, log }) => {
  const looking = repeat(lookEveryMs, log, async () => {
    deliver(
      await announcedBy(inTransaction, (tx, announce) =>
        endTestsOfRemovedUnits({ tx, announce, ports, now: ports.clock.now() }),
      ),
    )
  })
  looking.start()
  return looking
}
