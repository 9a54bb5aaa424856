import type { Readable } from 'node:stream'
import type { ByteRange, StoredFile } from '../../ports/files.ts'

/**
 * What a place for files has to be able to do. Limits, patience and coded refusals are the same for all places and
 * stand in guarded-files.ts; here everything fails as the place itself fails.
 */
export type FileStore = {
  /** Resolves once the bytes would survive a loss of power; leaves nothing behind where it rejects. */
  put(key: string, chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>
  get(key: string, range: ByteRange | undefined, signal: AbortSignal): Promise<Readable | null>
  stat(key: string, signal: AbortSignal): Promise<StoredFile | null>
  delete(key: string, signal: AbortSignal): Promise<void>
  /** In the order of the keys. */
  list(): AsyncIterable<StoredFile & { key: string }>
  /** Rejects while nothing can be stored. */
  probe(signal: AbortSignal): Promise<void>
  /** Whether an error of this place means that it has no room left. */
  isFull(error: unknown): boolean
}

const key = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Our own keys only: what a person types never becomes a path. */
export const isFileKey = (text: string): boolean => key.test(text)
