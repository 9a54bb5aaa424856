import { type TestReason, testReasons } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Work } from '../../kernel/work.ts'
import type { TestRunRow } from './emergency-tests.store.ts'
import { broadcastRun } from './end-unreported-test.ts'
import { saveFindings } from './ingest-tests.ts'
import { logTestEnd } from './log-test-end.ts'
import { listCurrentResults } from './test-records.store.ts'

/** Refusal codes of units with a specific reason; any other code means `refused`. */
const reasonByCode: Partial<Record<string, TestReason>> = {
  TEST_RUNNING: 'other_test_running',
  UNIT_TYPE_NOT_ENABLED: 'not_enabled',
}

const lampReasonOf = (reason: string | null): TestReason =>
  testReasons.find((one) => one === reason) ?? reasonByCode[reason ?? ''] ?? 'refused'

/** Records for each lamp of a never started test why it was not tested; and the test in the logbook. */
export const recordNotStarted = async (work: Work, test: TestRunRow): Promise<void> => {
  const notExecuted = { serial: null, result: 'notExecuted', measuredS: null, boot: null, seq: null } as const
  const finding = { ...notExecuted, reason: lampReasonOf(test.reason), at: test.endedAt ?? work.now, clockWrong: false }
  const reportedLamps = new Set((await listCurrentResults(work.tx, test.id)).map(({ lamp }) => lamp))
  const lamps = test.lamps.filter((lamp) => !reportedLamps.has(lamp))
  await saveFindings(
    work,
    test,
    lamps.map((lamp) => ({ ...finding, lamp })),
    work.now,
  )
  await logTestEnd(work, test)
  await broadcastRun(work, test)
}
