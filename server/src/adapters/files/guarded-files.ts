import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Log } from '../../kernel/log.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Files, PutOptions } from '../../ports/files.ts'
import { type CallTimeout, createCallTimeout } from './call-timeout.ts'
import { type FileStore, isFileKey } from './file-store.ts'

export type GuardOptions = {
  log: Log
  /** Milliseconds that the storage may take for one step: an answer, or the next chunk of a file. */
  patienceMs?: number
}

/** The source's chunks until the signal: a stalled source is abandoned. */
const untilAborted = async function* (source: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  const pieces = source[Symbol.asyncIterator]()
  const aborted = Promise.withResolvers<never>()
  const giveUp = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    for (;;) {
      const next = await Promise.race([pieces.next(), aborted.promise])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', giveUp)
    // Not awaited: a stalled source does not end either.
    Promise.resolve(pieces.return?.()).catch(() => undefined)
  }
}

/** Counts and hashes the source's bytes, and limits the storage's time between two chunks. */
const measure = (source: AsyncIterable<Uint8Array>, limitBytes: number, patience: CallTimeout) => {
  const hash = createHash('sha256')
  let bytes = 0
  let failure: { cause: unknown } | null = null
  const pieces = async function* () {
    patience.rest()
    try {
      for await (const piece of source) {
        bytes += piece.byteLength
        if (bytes > limitBytes) throw new Refusal('PAYLOAD_TOO_LARGE', { limitBytes })
        hash.update(piece)
        patience.begin()
        yield piece
        patience.rest()
      }
    } catch (cause) {
      failure = { cause }
      throw cause
    }
    patience.begin()
  }
  return {
    pieces: pieces(),
    measured: () => ({ bytes, sha256: hash.digest('hex') }),
    /** Why the source failed, regardless of the error that the storage reports. */
    failure: () => failure,
  }
}

/**
 * Wraps a file storage as the port for features: size limits, timeouts and coded refusals. A hanging storage is not
 * called until it answers again, because each call may block one of the process's few file threads.
 */
export const guardedFiles = (store: FileStore, { log, patienceMs = 10_000 }: GuardOptions): Files => {
  const hanging = { calls: 0 }

  const coded = (error: unknown): unknown => {
    if (error instanceof Refusal) return error
    const code = store.isFull(error) ? 'FILE_STORAGE_FULL' : 'STORAGE_UNAVAILABLE'
    log.error({ err: error, code, outage: 'files' }, 'The storage of files failed')
    return new Refusal(code)
  }

  const checkKey = (key: string): void => {
    if (!isFileKey(key)) throw new Error('not a file key')
  }

  /** Runs one operation of the storage while it makes progress. */
  const bounded = async <T>(work: (patience: CallTimeout) => Promise<T>): Promise<T> => {
    const patience = createCallTimeout(patienceMs, hanging)
    try {
      return await patience.limit(() => work(patience))
    } catch (error) {
      throw coded(error)
    }
  }

  const put = async (key: string, source: AsyncIterable<Uint8Array>, { limitBytes, signal }: PutOptions) => {
    checkKey(key)
    signal.throwIfAborted()
    const patience = createCallTimeout(patienceMs, hanging)
    const either = AbortSignal.any([signal, patience.signal])
    const { pieces, measured, failure } = measure(untilAborted(source, either), limitBytes, patience)
    try {
      await patience.limit(() => store.put(key, pieces, either))
      return measured()
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (patience.signal.aborted) throw coded(patience.signal.reason)
      const ofSource = failure()
      throw ofSource ? ofSource.cause : coded(error)
    }
  }

  /** The stream, with a timeout for each chunk. */
  const patiently = async function* (stream: Readable) {
    const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    try {
      for (;;) {
        const next = await bounded(() => pieces.next())
        if (next.done) return
        yield next.value
      }
    } finally {
      stream.destroy()
    }
  }

  return {
    put,
    async get(key, range) {
      checkKey(key)
      const stream = await bounded(({ signal }) => store.get(key, range, signal))
      return stream && Readable.from(patiently(stream), { objectMode: false })
    },
    async stat(key) {
      checkKey(key)
      return bounded(({ signal }) => store.stat(key, signal))
    },
    async delete(key) {
      checkKey(key)
      return bounded(({ signal }) => store.delete(key, signal))
    },
    async *list() {
      const found = store.list()[Symbol.asyncIterator]()
      for (;;) {
        const next = await bounded(() => found.next())
        if (next.done) return
        yield next.value
      }
    },
    probe: () => bounded(({ signal }) => store.probe(signal)),
  }
}
