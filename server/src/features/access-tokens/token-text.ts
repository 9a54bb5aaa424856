import { createHash, randomBytes } from 'node:crypto'
import { tokenPattern, tokenPrefix } from '@vigilux/contract/features/access-tokens/access-token.ts'

const randomBytesOfToken = 32
const checksumLength = 6

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const checksumOf = (secret: string): string => sha256(`checksum ${secret}`).slice(0, checksumLength)

/** A new token: its text, which is shown once, and its hash, which is stored. */
export const createTokenText = (): { token: string; hash: string } => {
  const secret = tokenPrefix + randomBytes(randomBytesOfToken).toString('base64url')
  const token = secret + checksumOf(secret)
  return { token, hash: sha256(token) }
}

/** The hash of a token; null for text without the form of a token, such as one with an altered letter. */
export const hashOfToken = (text: string): string | null => {
  if (!tokenPattern.test(text)) return null
  return checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength) ? sha256(text) : null
}
