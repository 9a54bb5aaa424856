export { keepRounds, roundListeners, startRoundKeeper } from './keep-rounds.ts'
