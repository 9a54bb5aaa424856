import type { Readable } from 'node:stream'

/** First and last byte, both inclusive, counted from 0. */
export type ByteRange = { from: number; to: number }

export type StoredFile = { bytes: number; storedAt: Date }

export type PutOptions = {
  /** Refuses with PAYLOAD_TOO_LARGE as soon as the source exceeds this. */
  limitBytes: number
  /** Aborts with the signal's reason; nothing is left behind. */
  signal: AbortSignal
}

/**
 * Storage of file contents: a folder or an object store. Keys are UUIDs of the server, and a file is stored whole or
 * not at all. Every operation refuses with STORAGE_UNAVAILABLE if the storage is unreachable or too slow.
 */
export type Files = {
  /** Stores the source, replacing an existing file. Refuses with FILE_STORAGE_FULL if there is no space. */
  put(key: string, source: AsyncIterable<Uint8Array>, options: PutOptions): Promise<{ bytes: number; sha256: string }>
  /** The content, or null if there is no such file. A later failure fails the stream. */
  get(key: string, range?: ByteRange): Promise<Readable | null>
  stat(key: string): Promise<StoredFile | null>
  /** Does nothing if there is no such file. */
  delete(key: string): Promise<void>
  /** Every file, ordered by key. */
  list(): AsyncIterable<StoredFile & { key: string }>
  /** Refuses with the code with which storing a file would fail at this moment. */
  probe(): Promise<void>
}
