import { createHash, randomBytes } from 'node:crypto'
import { recoveryCodes } from '@vigilux/contract/features/accounts/sign-in-methods.ts'

/** Crockford's letters: nobody reads an I for a 1 or an O for a 0. */
const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Codes of 16 letters, each of five random bits, in fours as they are shown. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodes.count }, () => {
    const code = [...randomBytes(recoveryCodes.letters)]
      .map((byte) => codeAlphabet[byte % codeAlphabet.length])
      .join('')
    return (code.match(/.{4}/g) ?? []).join('-')
  })

/** What is stored of a code: 80 random bits need no salt and no slow hash. Read as it is typed, with or without hyphens. */
export const recoveryCodeHash = (code: string): string =>
  createHash('sha256').update(code.replaceAll('-', '')).digest('hex')
