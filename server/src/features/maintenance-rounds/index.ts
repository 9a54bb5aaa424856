export { roundNames } from './maintenance-rounds.schema.ts'
export { moveRoundItems, moveRoundItemsToSuccessors } from './round-items.store.ts'
export { roundListeners, roundTask, settleItemsOfRemovedUnits } from './round-task.ts'
