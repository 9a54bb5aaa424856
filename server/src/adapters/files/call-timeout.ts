/** Maximum hanging calls to a storage; further calls are refused at once. */
const maxHanging = 2

/**
 * Timeout of a storage for one step of an operation. A slower step is aborted through the signal, and counts as hanging
 * until it settles.
 */
export const createCallTimeout = (ms: number, hanging: { calls: number }) => {
  const ended = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const rest = (): void => clearTimeout(timer)
  const begin = (): void => {
    rest()
    timer = setTimeout(() => ended.abort(new Error(`the storage did not answer for ${ms} ms`)), ms)
  }

  const limit = async <T>(work: () => Promise<T>): Promise<T> => {
    if (hanging.calls >= maxHanging) throw new Error('earlier calls to the storage still hang')
    begin()
    const overdue = Promise.withResolvers<never>()
    const giveUp = () => overdue.reject(ended.signal.reason)
    ended.signal.addEventListener('abort', giveUp, { once: true })
    const running = work()
    const settled = running.then(
      () => true,
      () => true,
    )
    try {
      return await Promise.race([running, overdue.promise])
    } finally {
      rest()
      ended.signal.removeEventListener('abort', giveUp)
      if (ended.signal.aborted) {
        hanging.calls++
        void settled.then(() => hanging.calls--)
      }
    }
  }

  return { signal: ended.signal, begin, rest, limit }
}

export type CallTimeout = ReturnType<typeof createCallTimeout>
