/** A transaction with more letters would hold its connection for long. */
const batchLimit = 10

type Waiting<T> = { letter: T; resolve: (isKept: boolean) => void; reject: (error: unknown) => void }

/**
 * Keeps letters in one transaction after the other, many in each: however many units send at once what cannot be read,
 * they take no more of the database than one, and callers have their turn in between.
 * @param store keeps letters in one transaction, or none of them, and answers of each whether it was kept
 */
export const createDeadLetterQueue = <T>(store: (letters: T[]) => Promise<boolean[]>) => {
  const queue: Waiting<T>[] = []
  let isRunning = false

  const settle = async (batch: Waiting<T>[]): Promise<void> => {
    const kept = await store(batch.map(({ letter }) => letter))
    for (const [n, { resolve }] of batch.entries()) resolve(kept[n] ?? false)
  }

  /** One that cannot be kept takes no other with it. */
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
    /** Resolves once it is settled: whether it was kept; rejects where it cannot be. */
    add: (letter: T): Promise<boolean> =>
      new Promise((resolve, reject) => {
        queue.push({ letter, resolve, reject })
        if (!isRunning) void drain()
      }),
  }
}
