import type { Work } from '../../kernel/work.ts'
import { type TestRunRow, viewTests } from './emergency-tests.store.ts'
import { keepTest } from './keep-test.ts'
import { type Reporter, recordsOf } from './test-records.ts'
import { storyOf, type TestOutcome } from './test-story.ts'

/** Shows watchers how a test stands; they fetch its results. */
export const announceRun = async (work: Work, row: TestRunRow) => {
  const [test] = await viewTests(work.tx, [row])
  if (test) work.broadcast({ plant: row.plantId }, 'ftest', { plant_id: row.plantId, test, results: [] })
}

/** Ends a test of which the unit says no more: what it has reported stands, and what has no result was not executed. */
export const endTest = async (
  work: Work,
  test: TestRunRow,
  unit: Reporter,
  end: { outcome: TestOutcome; at: Date },
): Promise<void> => {
  const records = (await recordsOf(work, unit, [test.id])).get(test.id) ?? []
  const story = { ...storyOf(records, null), end: { ...end, clockWrong: false }, endHeardAt: null }
  await announceRun(work, (await keepTest(work, test, story, work.now)).row)
}
