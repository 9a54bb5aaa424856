import type { CheckTimeStamp } from './time-stamp.ts'
import type { VerifierPorts } from './verifier-ports.ts'

/** Part of the Web Crypto API used by a verifier; the same in browsers and in Node. */
type Subtle = {
  digest(algorithm: string, data: Uint8Array): Promise<ArrayBuffer>
  importKey(
    format: 'raw',
    key: Uint8Array,
    algorithm: string,
    extractable: boolean,
    keyUsages: ['verify'],
  ): Promise<unknown>
  verify(algorithm: string, key: never, signature: Uint8Array, data: Uint8Array): Promise<boolean>
}

const bytesOf = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0) ?? 0)

/** Verifier ports on Web Crypto. Without a checker, time stamps are reported as unchecked. */
export const webCrypto = (
  subtle: unknown,
  checkTimeStamp: CheckTimeStamp = async () => ({ state: 'unchecked' }),
): VerifierPorts => {
  const crypto = subtle as Subtle
  const encoder = new TextEncoder()
  return {
    checkTimeStamp,
    async sha256(text) {
      const digest = new Uint8Array(await crypto.digest('SHA-256', encoder.encode(text)))
      return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
    },
    async isSignedBy(publicKey, signature, text) {
      try {
        const key = await crypto.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify'])
        return await crypto.verify('Ed25519', key as never, bytesOf(signature), encoder.encode(text))
      } catch {
        // An invalid key or signature verifies nothing.
        return false
      }
    },
  }
}
