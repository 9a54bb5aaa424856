/** Maximum of letters per transaction; more would hold the connection for long. */
const batchLimit = 10

type PendingLetter<T> = { deadLetter: T; resolve: (isKept: boolean) => void; reject: (error: unknown) => void }

/**
 * Stores dead letters in batches, one transaction at a time. However many units send unreadable messages at once, they
 * use the database no more than one unit does, and callers get their turn in between.
 * @param store keeps letters in one transaction, or none of them, and answers of each whether it was kept
 */
export const createDeadLetterQueue = <T>(store: (deadLetters: T[]) => Promise<boolean[]>) => {
  const queue: PendingLetter<T>[] = []
  let isRunning = false

  const settle = async (batch: PendingLetter<T>[]): Promise<void> => {
    const savedFlags = await store(batch.map(({ deadLetter }) => deadLetter))
    for (const [n, { resolve }] of batch.entries()) resolve(savedFlags[n] ?? false)
  }

  /** Stores the letters one by one, so a failing letter affects no other. */
  const settleOneByOne = async (batch: PendingLetter<T>[]): Promise<void> => {
    for (const pending of batch) await settle([pending]).catch(pending.reject)
  }

  const drain = async (): Promise<void> => {
    isRunning = true
    while (queue.length > 0) {
      const batch = queue.splice(0, batchLimit)
      await settle(batch).catch(() => settleOneByOne(batch))
    }
    isRunning = false
  }

  return {
    /** Resolves to whether the letter was stored; rejects if it cannot be stored. */
    add: (deadLetter: T): Promise<boolean> =>
      new Promise((resolve, reject) => {
        queue.push({ deadLetter, resolve, reject })
        if (!isRunning) void drain()
      }),
  }
}
