export { batchFrame, groupSteps } from './group-steps.ts'
export { moveGroupNames } from './groups.store.ts'
