import { createHash, randomBytes } from 'node:crypto'

/** A secret for a link: knowing it is sufficient for access. 192 random bits by default. */
export const createSecret = (bytes = 24): string => randomBytes(bytes).toString('base64url')

/** Hash under which such a secret is stored: the database does not reveal it. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
