/** Closes secret keys before they are stored, so that the database alone, or a copy of it, signs nothing. */
export type KeyCipher = {
  close(secret: Buffer): string
  /** Null for what was closed with another secret of the server, or changed. */
  open(closed: string): Buffer | null
}
