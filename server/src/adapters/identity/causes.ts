import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The identity library answers an underlying failure with its own error, or as if nobody were signed in, and only logs
 * the cause. Here the call fails with the cause: otherwise an unavailable database would look like a defect.
 */
export const createCauses = () => {
  const calls = new AsyncLocalStorage<{ cause?: Error }>()
  return {
    /** Logger for the library. */
    logger: {
      level: 'error' as const,
      log: (_level: string, _message: string, ...details: unknown[]): void => {
        const cause = details.find((one) => one instanceof Error)
        const call = calls.getStore()
        if (call && cause) call.cause = cause
      },
    },
    /** Calls the library; rejects with the cause if the library logged one. */
    async ask<T>(work: () => Promise<T>): Promise<T> {
      const call: { cause?: Error } = {}
      try {
        return await calls.run(call, work)
      } catch (error) {
        throw call.cause ?? error
      }
    },
  }
}
