import { type TestReason, testReasons } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Work } from '../../kernel/work.ts'
import type { TestRunRow } from './emergency-tests.store.ts'
import { announceRun } from './end-test.ts'
import { putFindings } from './keep-test.ts'
import { standingResults } from './test-records.store.ts'

/** Codes for which lamps have a reason of their own; any other is a refusal of the unit. */
const reasonOfCode: Partial<Record<string, TestReason>> = {
  TEST_RUNNING: 'other_test_running',
  UNIT_TYPE_NOT_ENABLED: 'not_enabled',
}

const reasonOfLamps = (reason: string | null): TestReason =>
  testReasons.find((one) => one === reason) ?? reasonOfCode[reason ?? ''] ?? 'refused'

/** Tells of a test that never began: its lamps were not tested, for the reason of the test. */
export const tellNotStarted = async (work: Work, test: TestRunRow): Promise<void> => {
  const none = { serial: null, result: 'notExecuted', measuredS: null, boot: null, seq: null } as const
  const found = { ...none, reason: reasonOfLamps(test.reason), at: test.endedAt ?? work.now, clockWrong: false }
  const reported = new Set((await standingResults(work.tx, test.id)).map(({ lamp }) => lamp))
  const silent = test.lamps.filter((lamp) => !reported.has(lamp))
  await putFindings(
    work,
    test,
    silent.map((lamp) => ({ ...found, lamp })),
    work.now,
  )
  await announceRun(work, test)
}
