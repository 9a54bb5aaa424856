import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Tx } from '../../kernel/transaction.ts'
import type { KeyCipher } from '../../ports/key-cipher.ts'
import { findActiveKey, insertKey, retireKey } from './logbook-keys.store.ts'

export type SigningKey = { id: string; publicKey: string; sign(text: string): string }

type Parts = { tx: Tx; keyCipher: KeyCipher; now: Date }

const createKey = async ({ tx, keyCipher, now }: Parts): Promise<void> => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'jwk' }).x ?? ''
  await insertKey(tx, {
    // The id is derived from the key: no other key can get the id of ours.
    id: createHash('sha256').update(Buffer.from(raw, 'base64url')).digest('hex').slice(0, 16),
    publicKey: raw,
    since: now,
    closedKey: keyCipher.close(privateKey.export({ format: 'der', type: 'pkcs8' })),
  })
}

/**
 * The current signing key of exports, created if missing. If the server's secret has changed, the key encrypted with
 * the old one is retired and a new one created. Public keys are retained forever.
 */
export const readSigningKey = async (parts: Parts): Promise<SigningKey> => {
  const { tx, keyCipher, now } = parts
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const row = await findActiveKey(tx)
    const opened = row && keyCipher.open(row.closedKey)
    if (row && opened) {
      const key: KeyObject = createPrivateKey({ key: opened, format: 'der', type: 'pkcs8' })
      const { id, publicKey } = row
      return { id, publicKey, sign: (text) => sign(null, Buffer.from(text), key).toString('base64url') }
    }
    if (row) await retireKey(tx, row.id, now)
    await createKey(parts)
  }
  throw new Error('no key to sign a logbook with could be made')
}
