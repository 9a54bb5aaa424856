export { batchFrame, groupSteps } from './group-steps.ts'
export { moveGroupNames, saveGroupName } from './groups.store.ts'
