import { type TestVerdict, verdictOf } from '@vigilux/contract/features/emergency-tests/test.rules.ts'
import type { TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { StateName } from './states.ts'

export const stateOfVerdict: Readonly<Record<TestVerdict, StateName>> = {
  running: 'testRunning',
  notStarted: 'notExecuted',
  stopped: 'notExecuted',
  failed: 'failed',
  passed: 'passed',
  passedInPart: 'passedInPart',
  notExecuted: 'notExecuted',
}

/** The state for a test. A test stopped or not started does not count as failed. */
export function stateOfTest(test: TestRun): StateName {
  return stateOfVerdict[verdictOf(test)]
}
