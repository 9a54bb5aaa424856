export { testsChanged } from './emergency-tests.domain-events.ts'
export {
  findTest,
  isLatestEnded,
  lastEndedTests,
  listResults,
  openTests,
  type ResultFilter,
  toTestResult,
  viewTests,
} from './emergency-tests.store.ts'
export { endTestsOfRemovedUnits, startTestEnder } from './end-tests-of-removed-units.ts'
export { type LampOnPaper, lampsOnPaper } from './lamps-under-test.store.ts'
