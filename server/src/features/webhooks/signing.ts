import { createHmac, randomBytes } from 'node:crypto'
import { openCipher } from '../../kernel/cipher.ts'
import type { KeyCipher } from '../../ports/key-cipher.ts'

const secretBytes = 32

/** Closes the secrets of webhooks: the server has to sign with them, and a copy of the database alone is to sign nothing. */
export const createWebhookCipher = (secret: string): KeyCipher => openCipher(secret, 'vigilux webhooks')

export const createSigningKey = (): Buffer => randomBytes(secretBytes)

/** A secret as its receiver is given it. */
export const secretOf = (key: Buffer): string => `whsec_${key.toString('base64')}`

/** Headers by which a receiver knows a call for ours by one of its secrets, and one that comes again for the same: those of Standard Webhooks. */
export const signedHeaders = (keys: readonly Buffer[], { id, at, body }: { id: string; at: Date; body: string }) => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (key: Buffer) => createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const signatures = keys.map((key) => `v1,${sign(key)}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
