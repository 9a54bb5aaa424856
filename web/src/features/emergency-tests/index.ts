export { LastTests } from './LastTests.tsx'
export { RunningTest } from './RunningTest.tsx'
export { answeredOf, isGoing } from './test-words.ts'
