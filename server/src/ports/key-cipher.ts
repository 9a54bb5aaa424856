/** Encrypts secret keys for storage, so a copy of the database alone cannot sign anything. */
export type KeyCipher = {
  close(secret: Buffer): string
  /** Null if the text was changed or encrypted with another secret of the server. */
  open(ciphertext: string): Buffer | null
}
