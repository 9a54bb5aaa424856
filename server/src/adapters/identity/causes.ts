import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The identity library answers what fails beneath it with an error of its own, or as if nobody were signed in, and tells its log
 * alone what it was. Here a call fails with that: else a database that is away would look like a defect.
 */
export const createCauses = () => {
  const calls = new AsyncLocalStorage<{ cause?: Error }>()
  return {
    /** What the library takes for its log. */
    logger: {
      level: 'error' as const,
      log: (_level: string, _message: string, ...said: unknown[]): void => {
        const cause = said.find((one) => one instanceof Error)
        const call = calls.getStore()
        if (call && cause) call.cause = cause
      },
    },
    /** Asks the library; rejects with the cause where it gave one to its log. */
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
