import type { Readable } from 'node:stream'
import type { ByteRange, StoredFile } from '../../ports/files.ts'

/**
 * Backend of a file storage. Limits, timeouts and coded refusals are shared in guarded-files.ts; here errors are those
 * of the backend.
 */
export type FileStore = {
  /** Resolves once the bytes survive a power failure; leaves nothing behind if it rejects. */
  put(key: string, chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
  get(key: string, range: ByteRange | undefined, signal: AbortSignal): Promise<Readable | null>
  stat(key: string, signal: AbortSignal): Promise<StoredFile | null>
  delete(key: string, signal: AbortSignal): Promise<void>
  /** Ordered by key. */
  list(): AsyncIterable<StoredFile & { key: string }>
  /** Rejects while nothing can be stored. */
  probe(signal: AbortSignal): Promise<void>
  /** Whether an error of this backend means full storage. */
  isFull(error: unknown): boolean
}

const key = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Only keys of the server: user input never becomes a path. */
export const isFileKey = (text: string): boolean => key.test(text)
