import { createHmac, randomBytes } from 'node:crypto'
import { openCipher } from '../../kernel/cipher.ts'
import type { KeyCipher } from '../../ports/key-cipher.ts'

const secretBytes = 32

/** Encrypts webhook secrets: the server needs them to sign, and a copy of the database alone must not be able to. */
export const createWebhookCipher = (secret: string): KeyCipher => openCipher(secret, 'vigilux webhooks')

export const createSigningKey = (): Buffer => randomBytes(secretBytes)

/** A secret in the form that its receiver gets. */
export const secretOf = (key: Buffer): string => `whsec_${key.toString('base64')}`

/** Headers of Standard Webhooks: they prove the origin by one of the secrets, and identify repeats. */
export const signedHeaders = (keys: readonly Buffer[], { id, at, body }: { id: string; at: Date; body: string }) => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (key: Buffer) => createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const signatures = keys.map((key) => `v1,${sign(key)}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
