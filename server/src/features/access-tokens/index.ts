export { deleteEndedTokens } from './access-tokens.store.ts'
export { createTokenCallerFinder } from './find-token-caller.ts'
export { hashOfToken } from './token-text.ts'
