export { /** @internal */ keepRounds, roundListeners, startRoundKeeper } from './keep-rounds.ts'
export { moveRoundItems, passOnRoundItems } from './round-items.store.ts'
export { roundNames } from './rounds.schema.ts'
