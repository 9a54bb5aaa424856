import type { Readable } from 'node:stream'

/** First and last byte, both included, counted from 0. */
export type ByteRange = { from: number; to: number }

export type StoredFile = { bytes: number; storedAt: Date }

export type PutOptions = {
  /** Refuses with PAYLOAD_TOO_LARGE as soon as the source brings more. */
  limitBytes: number
  /** Ends it with the signal's reason; nothing is left behind. */
  signal: AbortSignal
}

/**
 * Where the contents of files are kept: a folder, or an object store. Keys are UUIDs of our own making. A file is there
 * whole or not at all. Every operation refuses with STORAGE_UNAVAILABLE where the storage is away or takes too long.
 */
export type Files = {
  /** Stores what the source brings; replaces what was there. Refuses with FILE_STORAGE_FULL where there is no room. */
  put(key: string, source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<{ bytes: number; sha256: string }>
  /** The bytes, or null where there is no such file. What fails later fails the stream. */
  get(key: string, range?: ByteRange): Promise<Readable | null>
  stat(key: string): Promise<StoredFile | null>
  /** Does nothing where there is no such file. */
  delete(key: string): Promise<void>
  /** Every file, in the order of its key. */
  list(): AsyncIterable<StoredFile & { key: string }>
  /** Refuses with the code that storing a file now would be refused with. */
  probe(): Promise<void>
}
