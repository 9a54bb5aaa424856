import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { openCipher } from '../../kernel/cipher.ts'
import type { KeyCipher } from '../../ports/key-cipher.ts'

const secretBytes = 32

/** Encrypts webhook secrets: the server needs them to sign, and a copy of the database alone must not be able to. */
export const createWebhookCipher = (secret: string): KeyCipher => openCipher(secret, 'vigilux webhooks')

export const createSigningKey = (): Buffer => randomBytes(secretBytes)

/** A secret in the form for its receiver. */
export const secretOf = (key: Buffer): string => `whsec_${key.toString('base64')}`

/** Headers of Standard Webhooks: they prove the origin by one of the secrets, and identify repeats. */
export const signedHeaders = (keys: readonly Buffer[], { id, at, body }: { id: string; at: Date; body: string }) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': keys.map((key) => new Webhook(secretOf(key)).sign(id, at, body)).join(' '),
})
