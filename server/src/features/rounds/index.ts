export { /** @internal */ keepRounds, roundKeeper, roundListeners } from './keep-rounds.ts'
export { moveRoundItems, passOnRoundItems } from './round-items.store.ts'
export { roundNames } from './rounds.schema.ts'
