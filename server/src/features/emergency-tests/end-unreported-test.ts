import type { Work } from '../../kernel/work.ts'
import { type TestRunRow, viewTests } from './emergency-tests.store.ts'
import { saveTest } from './ingest-tests.ts'
import { type Reporter, readTestRecords } from './test-records.store.ts'
import { assembleTest, type TestOutcome } from './test-timeline.ts'

/** Broadcasts the state of a test; watchers fetch its results. */
export const broadcastRun = async (work: Work, row: TestRunRow) => {
  const [test] = await viewTests(work.tx, [row])
  if (test) work.broadcast({ plant: row.plantId }, 'ftest', { plant_id: row.plantId, test, results: [] })
}

/**
 * Ends a test without further reports from its unit: reported results stay, and lamps without one were not executed.
 */
export const endUnreportedTest = async (
  work: Work,
  test: TestRunRow,
  unit: Reporter,
  end: { outcome: TestOutcome; at: Date },
): Promise<void> => {
  const records = (await readTestRecords(work, unit, [test.id])).get(test.id) ?? []
  const timeline = { ...assembleTest(records, null), end: { ...end, clockWrong: false }, endHeardAt: null }
  await broadcastRun(work, (await saveTest(work, test, timeline, work.now)).row)
}
