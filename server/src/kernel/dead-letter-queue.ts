/** Maximum of letters per transaction; more would hold the connection for long. */
const batchLimit = 10

type Waiting<T> = { letter: T; resolve: (isKept: boolean) => void; reject: (error: unknown) => void }

/**
 * Stores dead letters in batches, one transaction at a time. However many units send unreadable messages at once, they
 * use the database no more than one unit does, and callers get their turn in between.
 * @param store keeps letters in one transaction, or none of them, and answers of each whether it was kept
 */
export const createDeadLetterQueue = <T>(store: (letters: T[]) => Promise<boolean[]>) => {
  const queue: Waiting<T>[] = []
  let isRunning = false

  const settle = async (batch: Waiting<T>[]): Promise<void> => {
    const kept = await store(batch.map(({ letter }) => letter))
    for (const [n, { resolve }] of batch.entries()) resolve(kept[n] ?? false)
  }

  /** Stores the letters one by one, so that a failing letter affects no other. */
  const settleEach = async (batch: Waiting<T>[]): Promise<void> => {
    for (const waiting of batch) await settle([waiting]).catch(waiting.reject)
  }

  const drain = async (): Promise<void> => {
    isRunning = true
    while (queue.length > 0) {
      const batch = queue.splice(0, batchLimit)
      await settle(batch).catch(() => settleEach(batch))
    }
    isRunning = false
  }

  return {
    /** Resolves to whether the letter was stored; rejects if it cannot be stored. */
    add: (letter: T): Promise<boolean> =>
      new Promise((resolve, reject) => {
        queue.push({ letter, resolve, reject })
        if (!isRunning) void drain()
      }),
  }
}
