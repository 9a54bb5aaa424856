/** Maximum hanging calls to a storage; further calls are refused at once. */
const maxHanging = 2

/**
 * Timeout of a storage for one step of an operation. A slower step is aborted through the signal, and counts as hanging
 * until it settles.
 */
export const createCallTimeout = (ms: number, hangingCalls: { calls: number }) => {
  const timeout = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const pauseTimer = (): void => clearTimeout(timer)
  const begin = (): void => {
    pauseTimer()
    timer = setTimeout(() => timeout.abort(new Error(`the storage did not answer for ${ms} ms`)), ms)
  }

  const limit = async <T>(work: () => Promise<T>): Promise<T> => {
    if (hangingCalls.calls >= maxHanging) throw new Error('earlier calls to the storage still hang')
    begin()
    const timedOut = Promise.withResolvers<never>()
    const giveUp = () => timedOut.reject(timeout.signal.reason)
    timeout.signal.addEventListener('abort', giveUp, { once: true })
    const running = work()
    const settlement = running.then(
      () => true,
      () => true,
    )
    try {
      return await Promise.race([running, timedOut.promise])
    } finally {
      pauseTimer()
      timeout.signal.removeEventListener('abort', giveUp)
      if (timeout.signal.aborted) {
        hangingCalls.calls++
        void settlement.then(() => hangingCalls.calls--)
      }
    }
  }

  return { signal: timeout.signal, begin, rest: pauseTimer, limit }
}

export type CallTimeout = ReturnType<typeof createCallTimeout>
