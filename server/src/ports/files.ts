/** Where files are kept: a folder, or an object store. */
export type Files = {
  write(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or null where there is no such file. */
  read(key: string): Promise<Uint8Array | null>
}
