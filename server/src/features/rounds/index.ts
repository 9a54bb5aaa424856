export { moveRoundItems, moveRoundItemsToSuccessors } from './round-items.store.ts'
export { /** @internal */ processRounds, roundListeners, roundTask } from './round-task.ts'
export { roundNames } from './rounds.schema.ts'
