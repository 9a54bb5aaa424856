export { moveRoundItems, moveRoundItemsToSuccessors } from './round-items.store.ts'
export { roundListeners, roundTask } from './round-task.ts'
export { roundNames } from './rounds.schema.ts'
