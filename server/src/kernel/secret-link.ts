import { createHash, randomBytes } from 'node:crypto'

/** A secret that stands in an address: whoever knows it needs nothing else. 192 bits, which nobody guesses. */
export const createSecret = (bytes = 24): string => randomBytes(bytes).toString('base64url')

/** How such a secret is kept: who reads the database can open none of them. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
