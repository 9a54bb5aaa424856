export { RunningTest } from './RunningTest.tsx'
export { answeredOf, isGoing } from './test-words.ts'
