import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Log } from '../../kernel/log.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Files, PutOptions } from '../../ports/files.ts'
import { type CallTimeout, createCallTimeout } from './call-timeout.ts'
import { type FileStore, isFileKey } from './file-store.ts'

export type GuardOptions = {
  log: Log
  /** Milliseconds for one step of the storage: an answer, or the next chunk of a file. */
  patienceMs?: number
}

/** The source's chunks until the signal: a stalled source is abandoned. */
const untilAborted = async function* (source: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  const chunks = source[Symbol.asyncIterator]()
  const abortion = Promise.withResolvers<never>()
  const giveUp = () => abortion.reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), abortion.promise])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', giveUp)
    // Not awaited: a stalled source does not end either.
    Promise.resolve(chunks.return?.()).catch(() => undefined)
  }
}

/** Counts and hashes the source's bytes, and limits the storage's time between two chunks. */
const measure = (source: AsyncIterable<Uint8Array>, limitBytes: number, callTimeout: CallTimeout) => {
  const hash = createHash('sha256')
  let bytes = 0
  let failure: { cause: unknown } | null = null
  const readChunks = async function* () {
    callTimeout.rest()
    try {
      for await (const chunk of source) {
        bytes += chunk.byteLength
        if (bytes > limitBytes) throw new Refusal('PAYLOAD_TOO_LARGE', { limitBytes })
        hash.update(chunk)
        callTimeout.begin()
        yield chunk
        callTimeout.rest()
      }
    } catch (cause) {
      failure = { cause }
      throw cause
    }
    callTimeout.begin()
  }
  return {
    chunks: readChunks(),
    measured: () => ({ bytes, sha256: hash.digest('hex') }),
    /** Why the source failed, regardless of the storage's error. */
    failure: () => failure,
  }
}

/**
 * Wraps a file storage as the port for features: size limits, timeouts and coded refusals. A hanging storage is not
 * called until it answers again, because each call may block one of the process's few file threads.
 */
export const guardedFiles = (store: FileStore, { log, patienceMs = 10_000 }: GuardOptions): Files => {
  const hangingCalls = { calls: 0 }

  const toStorageRefusal = (error: unknown): unknown => {
    if (error instanceof Refusal) return error
    const code = store.isFull(error) ? 'FILE_STORAGE_FULL' : 'STORAGE_UNAVAILABLE'
    log.error({ err: error, code, outage: 'files' }, 'The storage of files failed')
    return new Refusal(code)
  }

  const checkKey = (key: string): void => {
    if (!isFileKey(key)) throw new Error('not a file key')
  }

  /** Runs one operation of the storage while it makes progress. */
  const withTimeout = async <T>(work: (callTimeout: CallTimeout) => Promise<T>): Promise<T> => {
    const callTimeout = createCallTimeout(patienceMs, hangingCalls)
    try {
      return await callTimeout.limit(() => work(callTimeout))
    } catch (error) {
      throw toStorageRefusal(error)
    }
  }

  const putFile = async (key: string, source: AsyncIterable<Uint8Array>, { limitBytes, signal }: PutOptions) => {
    checkKey(key)
    signal.throwIfAborted()
    const callTimeout = createCallTimeout(patienceMs, hangingCalls)
    const abortSignal = AbortSignal.any([signal, callTimeout.signal])
    const { chunks, measured, failure } = measure(untilAborted(source, abortSignal), limitBytes, callTimeout)
    try {
      await callTimeout.limit(() => store.put(key, chunks, abortSignal))
      return measured()
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (callTimeout.signal.aborted) throw toStorageRefusal(callTimeout.signal.reason)
      const ofSource = failure()
      throw ofSource ? ofSource.cause : toStorageRefusal(error)
    }
  }

  /** The stream, with a timeout for each chunk. */
  const readWithTimeout = async function* (stream: Readable) {
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    try {
      for (;;) {
        const next = await withTimeout(() => chunks.next())
        if (next.done) return
        yield next.value
      }
    } finally {
      stream.destroy()
    }
  }

  return {
    put: putFile,
    async get(key, range) {
      checkKey(key)
      const stream = await withTimeout(({ signal }) => store.get(key, range, signal))
      return stream && Readable.from(readWithTimeout(stream), { objectMode: false })
    },
    async stat(key) {
      checkKey(key)
      return withTimeout(({ signal }) => store.stat(key, signal))
    },
    async delete(key) {
      checkKey(key)
      return withTimeout(({ signal }) => store.delete(key, signal))
    },
    async *list() {
      const found = store.list()[Symbol.asyncIterator]()
      for (;;) {
        const next = await withTimeout(() => found.next())
        if (next.done) return
        yield next.value
      }
    },
    probe: () => withTimeout(({ signal }) => store.probe(signal)),
  }
}
