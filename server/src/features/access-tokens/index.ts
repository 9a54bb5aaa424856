export { deleteEndedTokens } from './access-tokens.store.ts'
export { createTokenCallerFinder } from './find-token-caller.ts'
export { tokenEndOf } from './token-end.ts'
export { hashOfToken } from './token-text.ts'
