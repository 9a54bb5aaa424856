import type { CheckTimeStamp } from './time-stamp.ts'

/** What a verifier needs of the platform it runs on: the same functions in browsers and in Node. */
export type VerifierPorts = {
  /** SHA-256 of a text in UTF-8, as lower-case hex digits. */
  sha256(text: string): Promise<string>
  /** Whether an Ed25519 signature (base64url) over a text is that of a raw public key (base64url). */
  isSignedBy(publicKey: string, signature: string, text: string): Promise<boolean>
  /** Called only for a file with a time stamp, so the library that reads one can be loaded then. */
  checkTimeStamp: CheckTimeStamp
}
