import type { CheckTimeStamp } from './time-stamp.ts'

/** Platform functions of a verifier, the same in browsers and in Node. */
export type VerifierPorts = {
  /** SHA-256 of a text in UTF-8, as lower-case hex digits. */
  sha256(text: string): Promise<string>
  /** Whether an Ed25519 signature (base64url) over a text belongs to a raw public key (base64url). */
  isSignedBy(publicKey: string, signature: string, text: string): Promise<boolean>
  /** Called only for a file with a time stamp, to load the parser on demand. */
  checkTimeStamp: CheckTimeStamp
}
