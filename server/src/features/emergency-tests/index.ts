export { listAutonomyResults } from './autonomy-results.store.ts'
export { findChargeHours } from './charge-hours.store.ts'
export { chargedAt } from './charged-at.ts'
export { testsChanged } from './emergency-tests.domain-events.ts'
export { testNames } from './emergency-tests.schema.ts'
export {
  findLatestTest,
  findTest,
  isBeyondHistory,
  lastEndedTests,
  listPassedSince,
  listResults,
  openTests,
  type TestRunRow,
  toTestResult,
  viewTests,
} from './emergency-tests.store.ts'
export {
  /** @internal */ endLeftTests,
  /** @internal */ endLostTests,
  leftTestEnder,
  lostTestEnder,
} from './end-left-tests.ts'
export {
  cancelHeldTests,
  findOwnTest,
  type HeldEnd,
  insertHeldTestOnce,
  listHeldEnds,
  listNextHeld,
  listTestsHeldFor,
} from './held-tests.store.ts'
export { holdReTest } from './hold-re-test.ts'
export { lampsOnPaper } from './lamps-under-test.store.ts'
export { insertPastTests, type PastResult, type PastTest } from './past-tests.store.ts'
export { heldTestStarter, /** @internal */ startHeldTests } from './start-held-tests.ts'
export { entryOfTest } from './tell-logbook.ts'
export { resultIsOf, testIsOf } from './tests-by-device.store.ts'
