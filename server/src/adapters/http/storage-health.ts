import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../../kernel/refusal.ts'
import type { Files } from '../../ports/files.ts'
import { NotReady } from './not-ready.ts'

/** Milliseconds for which a result of the storage is cached, and after which a check times out. */
const storageFreshMs = 3_000
const storageTimeoutMs = 1_200

/** Reported state of the storage: `full`, or `away` for any other obstacle. */
const storageReason = (error: unknown): NotReady =>
  new NotReady(error instanceof Refusal && error.code === 'FILE_STORAGE_FULL' ? 'full' : 'away')

/** Checks the storage at most every few seconds, because each check writes to it. */
export const createStorageCheck = (files: Pick<Files, 'probe'>): (() => Promise<void>) => {
  let probedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<void> = Promise.resolve()
  const probe = async (): Promise<void> => {
    const timeoutAbort = new AbortController()
    const failAfterTimeout = async () => {
      await delay(storageTimeoutMs, undefined, { signal: timeoutAbort.signal })
      throw new Error('the storage does not answer')
    }
    try {
      await Promise.race([files.probe(), failAfterTimeout()])
    } catch (error) {
      throw storageReason(error)
    } finally {
      timeoutAbort.abort()
    }
  }
  return () => {
    if (performance.now() - probedAt > storageFreshMs) {
      probedAt = performance.now()
      answer = probe()
    }
    return answer
  }
}
