import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { KeyCipher } from '../ports/key-cipher.ts'

const [nonceBytes, tagBytes] = [12, 16]

/** Encrypts secrets with AES-256-GCM, under a key derived from the server's secret for this purpose only. */
export const openCipher = (secret: string, purpose: string): KeyCipher => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    close(plaintext) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(plaintext), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(ciphertext) {
      const bytes = Buffer.from(ciphertext, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
        decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
