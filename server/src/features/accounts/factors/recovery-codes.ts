import { createHash, randomBytes } from 'node:crypto'
import { recoveryCodes } from '@vigilux/contract/features/accounts/sign-in-methods.ts'

/** Crockford's alphabet: no I (like 1) and no O (like 0). */
const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Codes of 16 characters with five random bits each, displayed in groups of four. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodes.count }, () => {
    const code = [...randomBytes(recoveryCodes.letters)]
      .map((byte) => codeAlphabet[byte % codeAlphabet.length])
      .join('')
    return (code.match(/.{4}/g) ?? []).join('-')
  })

/**
 * The stored hash of a code: 80 random bits need no salt and no slow hash. Accepts typed codes with or without hyphens.
 */
export const recoveryCodeHash = (code: string): string =>
  createHash('sha256').update(code.replaceAll('-', '')).digest('hex')
