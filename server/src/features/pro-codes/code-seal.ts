import { createHmac, hkdfSync } from 'node:crypto'
import type { CodeSeal } from '../../ports/code-seal.ts'

/** Seals codes with HMAC-SHA-256, under a key derived from the server's secret for this purpose alone. */
export const createCodeSeal = (secret: string): CodeSeal => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'vigilux pro codes', 32))
  return (code) => createHmac('sha256', key).update(code).digest('hex')
}
