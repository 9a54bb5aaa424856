export { listAutonomyResults } from './autonomy-results.store.ts'
export { findChargeHours } from './charge-hours.store.ts'
export { testsChanged } from './emergency-tests.domain-events.ts'
export { testNames } from './emergency-tests.schema.ts'
export {
  findLatestTest,
  findTest,
  isBeyondHistory,
  listOpenTestRuns,
  listPassedSince,
  listResults,
  listTestLamps,
  type TestRunRow,
  toTestResult,
  viewTests,
  viewTestsById,
} from './emergency-tests.store.ts'
export { lostTestTask, orphanedTestTask } from './end-orphaned-tests.ts'
export { findChargedAt } from './find-charged-at.ts'
export {
  cancelHeldTests,
  findUnitStartedTest,
  type HeldOutcome,
  insertHeldTestIfAbsent,
  listHeldOutcomes,
  listNextHeld,
  timedTestsToStart,
} from './held-tests.store.ts'
export { holdReTest } from './hold-re-test.ts'
export { entryOfTest } from './log-test-end.ts'
export { withMeasuredBound } from './measured-bound.ts'
export { insertPastTests, type PastResult, type PastTest } from './past-tests.store.ts'
export { heldTestTask } from './start-held-tests.ts'
export { countTestedLamps, type TestedLamps } from './tested-lamps.store.ts'
export { resultIsOfDevices, testIsOfDevices } from './tests-by-device.store.ts'
