import type { Announce } from '../../kernel/announce.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { type TestRunRow, viewTests } from './emergency-tests.store.ts'
import { keepTest } from './keep-test.ts'
import { type Reporter, recordsOf } from './test-records.ts'
import { storyOf, type TestOutcome } from './test-story.ts'

export type EndContext = { tx: Tx; announce: Announce; ports: Ports; now: Date }

/** Shows watchers how a test stands; they fetch its results. */
export const announceRun = async ({ tx, announce }: Pick<EndContext, 'tx' | 'announce'>, row: TestRunRow) => {
  const [test] = await viewTests(tx, [row])
  if (test) announce({ plant: row.plantId }, 'ftest', { plant_id: row.plantId, test, results: [] })
}

/** Ends a test of which the unit says no more: what it has reported stands, and what has no result was not executed. */
export const endTest = async (
  context: EndContext,
  test: TestRunRow,
  unit: Reporter,
  end: { outcome: TestOutcome; at: Date },
): Promise<void> => {
  const records = (await recordsOf(context, unit, [test.id])).get(test.id) ?? []
  const story = { ...storyOf(records, null), end: { ...end, clockWrong: false }, endHeardAt: null }
  await announceRun(context, (await keepTest(context.tx, test, story, context.now)).row)
}
