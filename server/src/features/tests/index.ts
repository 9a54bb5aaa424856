export { type LampOnPaper, lampsOnPaper } from './lamps-under-test.store.ts'
export {
  findTest,
  isLatestEnded,
  lastEndedTests,
  listResults,
  openTests,
  type ResultFilter,
  toTestResult,
  viewTests,
} from './tests.store.ts'
